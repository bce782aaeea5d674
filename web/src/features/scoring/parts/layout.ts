import styled from '@emotion/styled';
import { Link } from 'react-router-dom';
import { DESKTOP, LARGE_DESKTOP, ZOOMED } from '../../../ui/breakpoints.js';

/** A phone in landscape: rows and pad side by side. */
export const ON_ITS_SIDE =
  '@media (orientation: landscape) and (min-width: 560px) and (max-width: 1023px) and (max-height: 559px)';

/** On desktops the hole on the left and the card on the right; on phones the hole alone, as high as the window. */
export const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 100svh;
  ${DESKTOP} {
    grid-template-columns: minmax(340px, 480px) minmax(336px, 1fr);
    align-items: start;
    gap: var(--space-4);
    max-width: var(--page);
    margin-inline: auto;
    padding: var(--edge);
    --edge: var(--space-6);
  }
  @media (min-width: 1024px) and (max-height: 879px) {
    --edge: var(--space-3);
  }
  ${LARGE_DESKTOP} {
    gap: var(--space-8);
  }
`;

/** One hole. Its lower part, pad and buttons, stays within reach of the thumb at any window height. */
export const Hole = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  background: var(--bg);
  ${ON_ITS_SIDE} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: start;
  }
  ${DESKTOP} {
    position: sticky;
    top: var(--edge);
    height: min(860px, 100svh - 2 * var(--edge));
    min-height: 640px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
  }
`;

/** The part that may scroll away on a low window: header, rows and sponsor. */
export const Upper = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  min-width: 0;
  & > [data-part='rows'] {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: var(--space-2);
    padding: var(--space-2) var(--space-4);
    @media (max-height: 739px) {
      gap: 4px;
      padding-block: 4px;
    }
  }
  ${DESKTOP} {
    min-height: 0;
    overflow-y: auto;
  }
`;

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

/** Notes whether the last input was a key press: focus set after a touch shows no ring, as it would in Safari. */
const noteInput = ({ type }: Event): void =>
  void document.querySelector('[data-thumb]')?.toggleAttribute('data-keys', type === 'keydown');
for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, noteInput, true);

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

/** A link to a difference on another hole, in one line. */
export const ElsewhereLink = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-height: var(--target);
  padding-inline: var(--space-3);
  border-radius: var(--radius-field);
  background: var(--danger-tint);
  color: var(--danger);
  font-weight: 600;
  font-size: var(--text-14);
  line-height: 1.2;
  text-decoration: none;
  overflow-wrap: anywhere;
  & > b {
    flex: none;
    margin-left: auto;
    font-size: var(--text-16);
    text-decoration: underline;
  }
`;

/** A page without a hole. */
export const Message = styled.div`
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-8) var(--space-4);
`;
