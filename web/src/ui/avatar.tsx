import styled from '@emotion/styled';
import { useState } from 'react';
import { initialsOf } from '../text/initials.js';

const Round = styled.span`
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

interface AvatarProps {
  name: string;
  src?: string | null;
  /** In px; 40 unless said otherwise. */
  size?: number;
}

/** A golfer's picture or initials. The name stands beside it in words, so it is not read out. */
export function Avatar({ name, src, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = src !== undefined && src !== null && src !== broken;
  return (
    <Round aria-hidden="true" style={{ '--n': `${size}px` }}>
      {shown ? <img src={src} alt="" width={size} height={size} onError={() => setBroken(src)} /> : initialsOf(name)}
    </Round>
  );
}
