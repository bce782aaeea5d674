import styled from '@emotion/styled';
import { Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { scoreWords } from '../../golf/score/score-texts.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { sentence } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { isSigned, LOCKED } from '../../golf/cards.js';
import { whose, type ScoringCard } from './parts/cards.js';
import { headline, markersStrokesText } from './parts/result-words.js';
import type { OpenHole } from './use-hole.js';

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

/** The pad of the active row, disabled once the hole is entered, until Edit. A signed card has none. */
export function HolePad({ page }: { page: OpenHole }) {
  const { card, holeNumber, format, editing, inPlay, matchId, record } = page;
  const { mine, par } = card.hole;
  if (isSigned(card.round)) {
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
          {card.round.verified
            ? signedWords(card)
            : "Its scores can't be changed unless it is reopened on the scorecard."}
        </Banner>
      </>
    );
  }
  return (
    <StrokePad
      legend={`${sentence(whose(card))} strokes on hole ${holeNumber}, par ${par}`}
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

function signedWords({ round, hole: { number, counting } }: ScoringCard): string {
  if (round.holes[number - 1]?.corrected !== true) return LOCKED;
  return `The committee has corrected this hole since: ${scoreWords(counting)} counts.`;
}

/** Keeps a tapped key from taking the focus, which moves to Next anyway: that would cost another layout. */
export function withoutFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[aria-pressed]') !== null) event.preventDefault();
}
