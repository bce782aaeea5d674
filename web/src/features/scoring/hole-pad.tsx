import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import { useEffect, type MouseEvent } from 'react';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { scoreWords } from '../../golf/score/score-texts.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { sentence } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { isSigned, LOCKED } from '../../golf/cards.js';
import { whose } from './parts/cards.js';
import { ON_ITS_SIDE } from './parts/layout.js';
import { headline, markersStrokesText } from './parts/result-words.js';
import { PANEL_ID } from './player-rows.js';
import type { OpenHole } from './use-hole.js';

const PAUSE_MS = 300;

const Place = styled.div`
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

/** Beside the pad's last key: whose strokes to enter or, once entered, their result. */
const Beside = styled.p`
  display: grid;
  align-content: center;
  padding: var(--space-1) var(--space-2);
  line-height: 1.25;
  & > b {
    font: 500 min(var(--text-22), 8cqi) / 1.15 var(--serif);
    overflow-wrap: anywhere;
  }
  & > small {
    font-size: min(var(--text-14), 5cqi);
  }
`;

/** The pad of the active row in its place, disabled once the hole is entered, until Edit. A signed card has none. */
export function HolePad({ page }: { page: OpenHole }) {
  const { cards, card, holeNumber, format, editing, place, record } = page;
  const { mine, par } = card.hole;
  const whoseCard = sentence(whose(card));
  usePlace(page);
  return (
    <Place
      ref={place}
      tabIndex={-1}
      onMouseDown={withoutFocus}
      {...(cards.length > 1 && { role: 'tabpanel', id: PANEL_ID, 'aria-label': `${whoseCard} score` })}
    >
      {isSigned(card.round) ? (
        <Signed page={page} />
      ) : (
        <StrokePad
          legend={`${whoseCard} strokes on hole ${holeNumber}, par ${par}`}
          par={par}
          player={card.userId}
          format={format}
          value={mine}
          disabled={mine !== null && !editing}
          onPick={record}
        >
          {editing ? (
            <Button kind="quiet" icon={<Trash2 size={18} />} onClick={() => record(null)}>
              Clear my entry
            </Button>
          ) : (
            <Said page={page} />
          )}
        </StrokePad>
      )}
    </Place>
  );
}

/** Keeps a tapped key from taking the focus, which moves to Next anyway: that would cost another layout. */
function withoutFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[aria-pressed]') !== null) event.preventDefault();
}

function Signed({ page }: { page: OpenHole }) {
  const { card, inPlay, matchId } = page;
  const { number, counting, mine } = card.hole;
  const isCorrected = card.round.holes[number - 1]?.corrected === true;
  const locked = isCorrected ? `The committee has corrected this hole since: ${scoreWords(counting)} counts.` : LOCKED;
  return (
    <>
      {mine !== null && <Said page={page} />}
      <Banner
        kind="info"
        title={`${sentence(whose(card))} card has been signed`}
        action={
          inPlay ? (
            <ButtonLink kind="secondary" to={paths.scorecard(matchId)}>
              See the scorecard
            </ButtonLink>
          ) : undefined
        }
      >
        {card.round.verified ? locked : "Its scores can't be changed unless it is reopened on the scorecard."}
      </Banner>
    </>
  );
}

function Said({ page: { card, format } }: { page: OpenHole }) {
  const { unsaved } = useSyncStatus();
  const { mine, differentStrokes, number } = card.hole;
  const sending = unsaved ? 'Keep this page open until it is sent' : 'Saved on this phone, sending';
  return (
    <Beside>
      <b>{mine === null ? `${sentence(whose(card))} score` : headline(card.hole, mine, format)}</b>
      {mine !== null && !isSigned(card.round) && (
        <small>{differentStrokes ? markersStrokesText(card) : card.unsent.has(number) ? sending : 'Saved'}</small>
      )}
    </Beside>
  );
}

/** Focuses a part of the pad; without that part the pad, and without a pad its place. */
export function focusPad({ place: { current } }: OpenHole, part: string): void {
  const find = (selector: string) => current?.querySelector<HTMLElement>(selector);
  (find(part) ?? find('[data-pad]') ?? current)?.focus({ preventScroll: true });
}

/** Keeps the pad and the active row in sight, and the focus at the pad whenever a change would leave it nowhere. */
function usePlace(page: OpenHole): void {
  const { card, holeNumber, editing, landed, place, differing } = page;
  // At first, and whenever an entry has opened the next row, where a double tap would score for that player, it ignores
  // taps and keys for a moment.
  const pause = (): void => void place.current?.animate?.({ pointerEvents: ['none', 'none'] }, PAUSE_MS);
  useEffect(pause, [place]);
  useChange(card.userId, () => {
    if (landed !== null) pause();
  });

  // On another hole digits enter scores, and a held Enter presses nothing.
  useChange(holeNumber, () => {
    // After the route announcer, which focuses the page.
    queueMicrotask(() => {
      if (!document.activeElement?.closest('[role*="dialog"]')) focusPad(page, '[data-pad]');
    });
  });

  // On a low window the pad would cover the third player's row.
  useEffect(() => {
    const row = document.querySelector('[data-row][data-active="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    const [above, below] = [row, place.current].map((part) => part?.getBoundingClientRect());
    if (above === undefined || below === undefined || above.right <= below.left) return;
    if (above.bottom > below.top) window.scrollBy(0, above.bottom - below.top);
  }, [place, holeNumber, card.userId]);

  // A change has removed the focused element: the chosen key of an edited entry has it next, or the pad.
  const keep = (): void => {
    if (document.activeElement === document.body) focusPad(page, '[aria-pressed="true"]:enabled');
  };
  useChange(`${card.userId} ${editing} ${card.hole.mine === null}`, keep);
  // What the other side changes must not move a screen reader that has no focus but reads elsewhere. Read during the
  // render, before the element is removed.
  const hadFocus = document.activeElement !== document.body;
  useChange(`${isSigned(card.round)} ${differing.length}`, () => {
    if (hadFocus) keep();
  });
}
