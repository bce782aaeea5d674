import styled from '@emotion/styled';
import { useState } from 'react';
import { initialsOf } from '../text/initials.js';

/** Where a picture is, or what stands for it; `--n` is its size. */
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
  font-weight: 600;
  font-size: calc(var(--n) * 0.38);
  line-height: 1;
  user-select: none;
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** A picture's address until it has failed to come, then null; and what says that it has. */
export function useUnbroken(url: string | null = null) {
  const [broken, setBroken] = useState<string | null>(null);
  return { src: url === broken ? null : url, onError: () => setBroken(url) };
}

interface AvatarProps {
  name: string;
  src?: string | null;
  /** In px; 40 unless said otherwise. */
  size?: number;
}

/** A golfer's picture or initials. The name stands beside it in words, so it is not read out. */
export function Avatar({ name, src: given, size = 40 }: AvatarProps) {
  const { src, onError } = useUnbroken(given);
  return (
    <Tile aria-hidden="true" style={{ '--n': `${size}px` }}>
      {src === null ? initialsOf(name) : <img src={src} alt="" width={size} height={size} onError={onError} />}
    </Tile>
  );
}
