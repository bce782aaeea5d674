import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Stack } from './page-parts.js';

const breathe = keyframes`50% { opacity: 0.55; }`;

const Bar = styled.span`
  display: block;
  height: var(--n);
  border-radius: var(--radius-chip);
  background: var(--sunk);
  animation: ${breathe} 1600ms ease-in-out infinite;
  &:last-of-type:not(:first-of-type) {
    width: 60%;
  }
  &[data-block='true'] {
    border-radius: var(--radius-card);
  }
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

interface SkeletonProps {
  lines?: number;
  /** Height of each line in px; from 80 px it has a card's corners. */
  height?: number;
  label?: string;
}

/** Placeholder for content that is loading. */
export function Skeleton({ lines = 1, height = 20, label = 'Loading' }: SkeletonProps) {
  return (
    <Stack as="div" gap={3} aria-busy="true" style={{ '--n': `${height}px` }}>
      <p className="visually-hidden">{label}</p>
      {Array.from({ length: lines }, (_, line) => (
        <Bar key={line} data-block={height >= 80} aria-hidden="true" />
      ))}
    </Stack>
  );
}
