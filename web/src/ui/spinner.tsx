import { css, keyframes } from '@emotion/react';
import styled from '@emotion/styled';

const turn = keyframes`to { rotate: 1turn; }`;

/** The styles of the ring, in the colour of the surrounding text. */
export const spinnerRing = css`
  display: inline-block;
  flex: none;
  width: var(--space-5);
  height: var(--space-5);
  border: 2.5px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: ${turn} 900ms linear infinite;
  /* An open ring is clear even without motion. */
  @media (prefers-reduced-motion: reduce) {
    animation: none;
  }
`;

/** The ring alone. */
export const SpinnerRing = styled.span(spinnerRing);

const Box = styled.div`
  display: grid;
  justify-items: center;
  gap: var(--space-3);
  padding: var(--space-8) var(--space-4);
  color: var(--primary);
  & > p {
    color: var(--ink-2);
  }
`;

/** A labelled spinner in place of content. */
export function Spinner({ label }: { label: string }) {
  return (
    <Box role="status">
      <SpinnerRing aria-hidden="true" style={{ width: 'var(--space-8)', height: 'var(--space-8)' }} />
      <p>{label}</p>
    </Box>
  );
}

const appear = keyframes`from { visibility: hidden; } to { visibility: visible; }`;
const run = keyframes`from { transform: scaleX(0.08); } to { transform: scaleX(0.92); }`;

/** A thin bar at the top while the next page, or a dialog's code, loads. */
export const Progress = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: 60;
  height: 2px;
  background: var(--primary);
  transform-origin: left;
  /* No bar for what loads within 150 ms. */
  visibility: hidden;
  animation:
    ${appear} 0s linear 150ms forwards,
    ${run} 8s cubic-bezier(0, 0.7, 0.1, 1) 150ms forwards;
  @media (prefers-reduced-motion: reduce) {
    animation: ${appear} 0s linear 150ms forwards;
  }
`;
