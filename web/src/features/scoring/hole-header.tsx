import styled from '@emotion/styled';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { joinWords } from '../../text/words.js';
import { DESKTOP } from '../../ui/breakpoints.js';
import { onDemand } from '../../ui/overlays/on-demand.js';
import { Fact, OnPhone, onGreen } from '../../ui/page-parts.js';
import { shotsText } from './parts/result-words.js';
import type { OpenHole } from './use-hole.js';

// Also in the bar of every page, which loads them once a golfer is signed in.
const OutboxPill = onDemand(async () => (await import('../../outbox/outbox-pill.js')).OutboxPill);
const MenuButton = onDemand(async () => (await import('../../shared/menu.js')).MenuButton);

const Ground = styled.header`
  ${onGreen}
  /* With large text each part wraps to its own line instead of overflowing. */
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--space-4);
  align-items: baseline;
  padding: var(--space-1) var(--space-4) var(--space-3);
  & > div {
    flex: 1 0 100%;
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: var(--space-2);
    min-width: 0;
    min-height: var(--target);
  }
  & > div > p {
    min-width: 0;
    color: var(--ink-2);
    font-size: var(--text-14);
    line-height: 1.25;
    /* A third line would not fit beside the sending state. */
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  & > div > span {
    flex: none;
    display: flex;
    align-items: center;
    margin-right: calc(-1 * var(--space-2));
    ${DESKTOP} {
      margin-right: 0;
    }
  }
  & [data-part='menu'] {
    width: var(--target);
    height: var(--target);
    & > button:is(:hover, :active) {
      background: color-mix(in srgb, var(--on-header) 16%, transparent);
    }
    & > button:focus-visible {
      outline-offset: -2px;
    }
  }
  & > h1 {
    flex: 1 0 auto;
    font-size: var(--text-40);
    line-height: 1;
  }
  & > dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0 var(--space-4);
  }
  & > dl > div {
    display: flex;
    gap: 6px;
    align-items: baseline;
  }
  & dt {
    font-size: var(--text-16);
  }
  & dd {
    font-size: 1.75rem;
    line-height: 1.2;
    white-space: nowrap;
  }
  & > p {
    flex: 1 0 100%;
    min-width: 0;
    line-height: 1.3;
  }
  /* A low window leaves the height to the pad: two lines, of which the second has room for the sending state's icon. */
  @media (max-height: 739px) and (max-width: 559px) {
    gap: 0 10px;
    align-items: center;
    padding-bottom: 6px;
    & > div {
      display: contents;
    }
    & > div > p {
      display: none;
    }
    & > div > span {
      order: 1;
      margin-block: -8px;
    }
    & > div > span [data-words] {
      position: absolute;
      width: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    & > h1 {
      flex: none;
      font-size: 1.75rem;
    }
    /* Fills the line, so that the rest begins the second one. */
    & > dl {
      flex: 1 0 calc(100% - 130px);
      justify-content: flex-end;
      gap: 0 10px;
    }
    & dt {
      font-size: var(--text-14);
    }
    & > p {
      flex: 1 1 50%;
      font-size: var(--text-14);
    }
  }
`;

const actions = (
  <span>
    <OutboxPill />
    <OnPhone as="span" data-part="menu">
      <MenuButton />
    </OnPhone>
  </span>
);

/** The green header of a hole for its active player. Of three indexes it shows the first, the hole's own. */
export function HoleHeader({ page: { match, card, format } }: { page: OpenHole }) {
  const { course, isSocial } = match.match;
  const { number, par, distance, index } = card.hole;
  return (
    <Ground>
      <div>
        <p>{joinWords([course.name, isSocial ? 'Practice' : 'Match', FORMAT_WORDS[format].name])}</p>
        {actions}
      </div>
      <h1>Hole {number}</h1>
      <dl>
        <Fact term="Par">{par}</Fact>
        <Fact term={<span className="visually-hidden">Distance</span>}>{distance} m</Fact>
      </dl>
      <p>{joinWords([`Index ${[index].flat()[0]}`, shotsText(card)])}</p>
    </Ground>
  );
}
