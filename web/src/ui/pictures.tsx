import styled from '@emotion/styled';
import { Flag } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { initialsOf } from '../text/words.js';

/** The box of a picture or its placeholder; `--n` is its size. */
const Tile = styled.span`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: var(--n);
  height: var(--n);
  overflow: hidden;
  border-radius: 50%;
  background: var(--primary-tint);
  color: var(--primary);
  font: 600 calc(var(--n) * 0.38) / 1 var(--font);
  user-select: none;
  &[data-shape='square'] {
    border-radius: var(--radius-chip);
  }
  & > img {
    object-fit: cover;
  }
`;

/** A picture beside the name and details of its course or golfer. */
export const Pictured = styled.div`
  display: flex;
  /* Large text goes below the picture rather than break a word. */
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);
  & > div {
    flex: 1 1 min-content;
    min-width: 0;
  }
`;

/** A picture's URL, or null once it failed to load, and the error handler. */
export function useUnbroken(url: string | null = null) {
  const [broken, setBroken] = useState<string | null>(null);
  return { src: url === broken ? null : url, onError: () => setBroken(url) };
}

/** A golfer's picture or initials. */
export function Avatar({ name, src, size = 40 }: { name: string; src?: string | null; size?: number }) {
  return <Picture url={src} size={size} placeholder={initialsOf(name)} />;
}

/** A course's picture, or a flag if there is none. */
export function CoursePicture({ url }: { url: string | undefined }) {
  return <Picture url={url} size={48} placeholder={<Flag size={20} />} shape="square" />;
}

type PictureProps = { url: string | null | undefined; size: number; placeholder: ReactNode; shape?: 'square' };

/** Courses' pictures give way to what a page needs. */
const LATER = { loading: 'lazy', decoding: 'async', fetchPriority: 'low' } as const;

/** Hidden from screen readers, as the name is beside it. */
function Picture({ url, size, placeholder, shape }: PictureProps) {
  const { src, onError } = useUnbroken(url);
  return (
    <Tile aria-hidden="true" data-shape={shape} style={{ '--n': `${size}px` }}>
      {src === null ? (
        placeholder
      ) : (
        <img src={src} alt="" width={size} height={size} {...{ onError }} {...(shape === 'square' && LATER)} />
      )}
    </Tile>
  );
}
