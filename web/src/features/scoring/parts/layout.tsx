import styled from '@emotion/styled';
import { Skeleton } from '../../../ui/skeleton.js';
import { DESKTOP, LARGE_DESKTOP } from '../../../ui/breakpoints.js';

/** The hole on the left and the card on the right of a desktop; on a phone the hole alone, as high as the window. */
export const Page = styled.div`
  display: grid;
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
  @media (min-width: 1024px) and (max-height: 839px) {
    --edge: var(--space-3);
  }
  ${LARGE_DESKTOP} {
    gap: var(--space-8);
  }
`;

/** Everything of one hole: its head, the scores, and the buttons that always stand at the same place. */
export const Hole = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  background: var(--bg);
  ${DESKTOP} {
    position: sticky;
    top: var(--edge);
    height: min(820px, 100svh - 2 * var(--edge));
    min-height: 620px;
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius-card);
  }
`;

/** The head's right end: cream on green. */
export const HeadActions = styled.div`
  display: flex;
  align-items: center;
  margin-right: calc(-1 * var(--space-2));
  & > [data-part='menu'] {
    width: var(--target);
    height: var(--target);
    color: var(--on-header);
  }
  & > [data-part='menu'] > button:is(:hover, :active) {
    background: color-mix(in srgb, var(--on-header) 16%, transparent);
  }
  & > [data-part='menu'] > button:focus-visible {
    outline-color: var(--on-header);
    outline-offset: -2px;
  }
  ${DESKTOP} {
    & > [data-part='menu'] {
      display: none;
    }
  }
`;

/** What changes from tap to tap. Takes the height that is left; the pad lies at its lower end, under the thumb. */
export const Scores = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  padding: var(--space-2) var(--space-4);
  outline: 0;
  & > [data-part='card'],
  & > [role='tabpanel'] {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: inherit;
  }
  @media (max-height: 739px) {
    gap: 6px;
    padding-block: 6px;
  }
  @media (max-height: 619px) {
    gap: 4px;
    padding-block: 4px;
  }
  ${DESKTOP} {
    min-height: 0;
    overflow-y: auto;
  }
`;

/** The strip of holes, where the window has the height for it; on a lower one the card leads to every hole. */
export const StripPlace = styled.div`
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  @media (max-height: 739px), (min-width: 1024px) and (max-height: 839px) {
    display: none;
  }
`;

/** The buttons at the thumb. Nothing in it ever moves: what is said about Next stands inside its own height. */
export const Footer = styled.footer`
  position: sticky;
  bottom: 0;
  z-index: 2;
  display: grid;
  grid-template-columns: 116px minmax(0, 1fr);
  align-items: end;
  gap: var(--space-2);
  padding: 6px var(--space-4) calc(6px + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--surface);
  @media (min-height: 740px) {
    padding-block: var(--space-3) calc(var(--space-3) + env(safe-area-inset-bottom));
  }
  & > [data-part='next'] > span {
    position: relative;
  }
  & > [data-part='next'] > span > span:not([hidden]) {
    position: absolute;
    z-index: 1;
    inset: auto var(--space-2) 9px;
    line-height: 1.2;
    pointer-events: none;
  }
  & > [data-part='next'] > span > span:not([hidden]) + button {
    padding-bottom: 24px;
  }
`;

/** The card beside the hole, from a desktop's width on. */
export const CardPlace = styled.section`
  display: none;
  ${DESKTOP} {
    display: grid;
    gap: var(--space-4);
    min-width: 0;
    padding-top: var(--space-2);
  }
  & > h2 {
    font-size: var(--text-30);
  }
  & > button {
    justify-self: start;
  }
`;

/** A message in place of the hole. */
export const Message = styled.div`
  max-width: var(--column);
  margin-inline: auto;
  padding: var(--space-8) var(--space-4);
`;

/** The hole while its match is on its way. */
export function Loading() {
  return (
    <Message>
      <Skeleton lines={3} height={96} label="Loading the hole" />
    </Message>
  );
}
