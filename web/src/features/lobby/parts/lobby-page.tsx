import styled from '@emotion/styled';
import { DESKTOP, ZOOMED } from '../../../ui/breakpoints.js';

/** The layout of a set-up page; `data-wide` allows two columns on desktops. Its last part stays at the bottom. */
export const LobbyPage = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--space-5);
  max-width: var(--column);
  min-height: calc(100svh - var(--bar) - var(--bottom-bar));
  margin-inline: auto;
  padding: var(--space-3) var(--space-4) 0;
  ${DESKTOP} {
    min-height: 100svh;
    padding: var(--space-8) var(--space-6) 0;
    &[data-wide='true'] {
      max-width: var(--page);
    }
  }
`;

/** Two columns on a desktop, one on a phone. */
export const Columns = styled.div`
  display: grid;
  gap: var(--space-5);
  align-items: start;
  ${DESKTOP} {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
    gap: var(--space-6);
  }
`;

/** The page's main button, within reach of the thumb. */
export const Foot = styled.div`
  position: sticky;
  z-index: 1;
  bottom: var(--bottom-bar);
  display: grid;
  gap: var(--space-2);
  margin: auto calc(-1 * var(--space-4)) 0;
  padding: var(--space-3) var(--space-4) calc(var(--space-3) + var(--safe-bottom));
  border-top: 1px solid var(--line);
  background: var(--bg);
  ${ZOOMED} {
    position: static;
  }
  ${DESKTOP} {
    margin-inline: 0;
    padding: var(--space-4) 0 var(--space-6);
    & > * {
      justify-self: end;
      width: 100%;
      max-width: 420px;
    }
  }
`;
