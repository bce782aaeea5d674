import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';

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
