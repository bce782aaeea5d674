import styled from '@emotion/styled';
import type { ReactNode } from 'react';

/** What every dialog and sheet gets. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** The backdrop of sheets and dialogs. Fades while a sheet is swiped away. */
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
