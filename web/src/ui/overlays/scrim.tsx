import styled from '@emotion/styled';

/** What lies over the page under a sheet or a dialog. Fades with the swipe that takes a sheet away. */
export const Scrim = styled.div`
  position: fixed;
  inset: 0;
  z-index: 50;
  min-height: 100dvh;
  background: var(--scrim);
  opacity: calc(1 - var(--drawer-swipe-progress, 0));
  transition: opacity var(--sheet) var(--ease);
  &[data-swiping] {
    transition-duration: 0ms;
  }
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
  }
`;
