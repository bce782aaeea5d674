import styled from '@emotion/styled';
import { Flag } from 'lucide-react';
import { Tile, useUnbroken } from './avatar.js';

const SIZE = 48;

const Square = styled(Tile)`
  border-radius: var(--radius-chip);
`;

/** A picture beside the name and details of its course or golfer. */
export const Pictured = styled.div`
  display: flex;
  /* Large text goes below the picture rather than break a word. */
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);
  & > div {
    flex: 1;
    flex-basis: min-content;
    min-width: 0;
  }
`;

/** A course's picture, or a flag if there is none. Hidden from screen readers, as the name is beside it. */
export function CoursePicture({ url }: { url: string | undefined }) {
  const { src, onError } = useUnbroken(url);
  const lowPriority = { loading: 'lazy', decoding: 'async', fetchPriority: 'low' } as const;
  return (
    <Square aria-hidden="true" style={{ '--n': `${SIZE}px` }}>
      {src === null ? (
        <Flag size={20} />
      ) : (
        <img src={src} alt="" width={SIZE} height={SIZE} {...lowPriority} {...{ onError }} />
      )}
    </Square>
  );
}
