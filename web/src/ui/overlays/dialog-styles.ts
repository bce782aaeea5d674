import { css } from '@emotion/react';
import styled from '@emotion/styled';
import type { ReactNode } from 'react';

/** What every dialog and sheet gets. */
export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}

/** The box of a centred dialog. */
export const dialogStyles = css`
  position: fixed;
  top: 50%;
  left: 50%;
  z-index: 50;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);
  width: min(440px, 100vw - 2 * var(--space-4));
  max-height: calc(100dvh - 2 * var(--space-6));
  padding: var(--space-6);
  overflow-y: auto;
  overscroll-behavior: contain;
  border-radius: var(--radius-sheet);
  outline: 0;
  background: var(--surface);
  color: var(--ink);
  box-shadow: var(--shadow);
  translate: -50% -50%;
  transition:
    opacity var(--sheet) var(--ease),
    scale var(--sheet) var(--ease);
  &[data-starting-style],
  &[data-ending-style] {
    opacity: 0;
    scale: 0.97;
  }
`;

/** A dialog's buttons: stacked on phones, the first on top; side by side if there is room. */
export const DialogActions = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-top: var(--space-3);
  @media (min-width: 480px) {
    display: flex;
    flex-direction: row-reverse;
    justify-content: flex-start;
    & > * {
      min-width: 120px;
    }
  }
`;

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
