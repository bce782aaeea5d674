import styled from '@emotion/styled';
import { useState } from 'react';
import { initialsOf } from '../text/words.js';

/** The box of a picture or its placeholder; `--n` is its size. */
export const Tile = styled.span`
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
  & > img {
    object-fit: cover;
  }
`;

/** A picture's URL, or null once it failed to load, and the error handler. */
export function useUnbroken(url: string | null = null) {
  const [broken, setBroken] = useState<string | null>(null);
  return { src: url === broken ? null : url, onError: () => setBroken(url) };
}

/** A golfer's picture or initials. Hidden from screen readers, as the name is beside it. */
export function Avatar({ name, src: given, size = 40 }: { name: string; src?: string | null; size?: number }) {
  const { src, onError } = useUnbroken(given);
  return (
    <Tile aria-hidden="true" style={{ '--n': `${size}px` }}>
      {src === null ? initialsOf(name) : <img src={src} alt="" width={size} height={size} onError={onError} />}
    </Tile>
  );
}
