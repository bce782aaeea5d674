import styled from '@emotion/styled';
import { DESKTOP, ZOOMED } from '../../../ui/breakpoints.js';
import { ON_ITS_SIDE } from './layout.js';

/**
 * Events of a tap that neither pad nor buttons handle. React would look for handlers in every component above the key,
 * eleven times a tap, which takes a slow phone longer than entering the score.
 */
const UNHANDLED =
  'pointerover pointerout pointerup gotpointercapture lostpointercapture touchstart touchend mouseover mouseout mousemove mouseup';
const keepFromReact = (event: Event): void => {
  if (event.target instanceof Element && event.target.closest('[data-thumb]') !== null) event.stopPropagation();
};
for (const type of UNHANDLED.split(' ')) {
  window.addEventListener(type, keepFromReact, { capture: true, passive: true });
}

/**
 * Pad and buttons, fully visible in any window that is not zoomed in. Their text scales with the golfer's font size
 * while it fits.
 */
export const Thumb = styled.div`
  position: sticky;
  bottom: 0;
  z-index: 2;
  container-type: inline-size;
  background: var(--bg);
  /* Also between the keys, and while these ignore a second tap: iPhones would zoom. */
  touch-action: manipulation;
  &:not([data-keys]) :focus {
    outline: 0;
  }
  ${ON_ITS_SIDE} {
    top: 0;
    display: flex;
    flex-direction: column;
    min-height: 100svh;
    border-left: 1px solid var(--line);
  }
  ${ZOOMED} {
    position: static;
  }
  ${DESKTOP} {
    position: static;
  }
`;

/** The pad. */
export const PadPlace = styled.div`
  padding: var(--space-1) var(--space-4) var(--space-2);
  outline-offset: -2px;
  @media (max-width: 1023px) and (min-height: 800px), (min-height: 880px) {
    --key: 72px;
  }
  /* Room for the second player and the line of a difference above the pad. */
  @media (max-height: 599px) and (max-width: 559px) {
    --key: var(--target);
    & [data-pad] strong {
      font-size: min(1.625rem, 11cqi, 6.5svh);
    }
  }
  /* The keys share the height that the buttons leave, at most 60 px each, or more in large text. */
  ${ON_ITS_SIDE} {
    flex: 1 1 0;
    display: grid;
    padding-block: 6px 0;
    & [data-pad] {
      gap: 6px;
      max-height: calc(15rem + 18px);
    }
    & [data-pad] > [aria-pressed] {
      min-height: var(--target);
    }
  }
`;

/** The buttons, in the same place on every hole and in every state. */
export const Footer = styled.footer`
  display: flex;
  gap: var(--space-1);
  padding: 6px var(--space-4) calc(6px + env(safe-area-inset-bottom)) var(--space-2);
  border-top: 1px solid var(--line);
  background: var(--surface);
  @media (min-height: 800px) {
    padding-block: 8px calc(8px + env(safe-area-inset-bottom));
  }
  & > button[data-kind] {
    padding-inline: var(--space-2);
    font-size: min(var(--text-18), 6.4cqi);
    line-height: 1.15;
  }
  & > button[data-small] {
    min-width: min(76px, 22cqi);
    color: var(--ink);
    font-size: min(var(--text-12), 4cqi);
    overflow-wrap: normal;
    flex-direction: column;
    gap: 3px;
  }
  /* Allow three lines, for a duty with a long name. */
  ${ON_ITS_SIDE} {
    & > button[data-size='large']:not([data-small]) {
      padding: 2px var(--space-1);
      font-size: min(var(--text-16), 5.6cqi);
    }
  }
  & > button:not([data-small]) {
    flex: 1 0 36%;
  }
  ${DESKTOP} {
    padding-left: var(--space-4);
    & > [data-small='card'] {
      display: none;
    }
  }
`;
