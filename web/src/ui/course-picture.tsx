import styled from '@emotion/styled';
import { Flag } from 'lucide-react';
import { useState } from 'react';

const Tile = styled.span`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 48px;
  height: 48px;
  overflow: hidden;
  border-radius: var(--radius-chip);
  background: var(--primary-tint);
  color: var(--primary);
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** Beside each other: a course's picture, and its name with what belongs to it. */
export const PicturedCourse = styled.div`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  & > div {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

/** A course's picture, or a flag as long as none is there. Its name stands beside it in words, so it is not read out. */
export function CoursePicture({ url }: { url: string | undefined }) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = url !== undefined && url !== broken;
  return (
    <Tile aria-hidden="true">
      {shown ? (
        <img
          src={url}
          alt=""
          width={48}
          height={48}
          loading="lazy"
          decoding="async"
          fetchPriority="low"
          onError={() => setBroken(url)}
        />
      ) : (
        <Flag size={20} />
      )}
    </Tile>
  );
}
