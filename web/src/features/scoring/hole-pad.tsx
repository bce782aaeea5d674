import styled from '@emotion/styled';
import type { CardEntry } from '@fairmark/scoring';
import { Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { sentence } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { isSigned, LOCKED } from '../../golf/cards.js';
import { differenceOf, whose, type ScoringCard } from './parts/cards.js';
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

interface HolePadProps {
  hole: OpenHole;
  /** Whether the entry is still to be sent. */
  waiting: boolean;
  /** Null clears the hole. */
  onRecord: (value: CardEntry | null) => void;
}

/** The pad of the active row, disabled once the hole is entered, until Edit. A signed card has none. */
export function HolePad({ hole, waiting, onRecord }: HolePadProps) {
  const { card, holeNumber, format, entry, editing, inPlay, matchId } = hole;
  const { par = 0 } = card.holes[holeNumber - 1] ?? {};
  if (isSigned(card.round)) {
    return (
      <>
        {entry !== null && <Said hole={hole} waiting={waiting} />}
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
            ? signedWords(card, holeNumber)
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
      value={entry}
      disabled={entry !== null && !editing}
      onPick={onRecord}
    >
      {editing ? (
        <Button kind="quiet" icon={<Trash2 size={18} />} onClick={() => onRecord(null)}>
          Clear my entry
        </Button>
      ) : (
        <Said hole={hole} waiting={waiting} />
      )}
    </StrokePad>
  );
}

function Said({ hole: { card, holeNumber, format, entry }, waiting }: Omit<HolePadProps, 'onRecord'>) {
  const { unsaved } = useSyncStatus();
  if (entry === null) {
    return (
      <Beside>
        <b>{sentence(whose(card))} score</b>
      </Beside>
    );
  }
  const difference = differenceOf(card, holeNumber);
  const sameResult = difference !== null && !difference.mismatch;
  const sending = unsaved ? 'Keep this page open until it is sent' : 'Saved on this phone, sending';
  return (
    <Beside>
      <b>{headline(card, holeNumber, entry, format)}</b>
      {!isSigned(card.round) && (
        <small>{sameResult ? markersStrokesText(card, difference) : waiting ? sending : 'Saved'}</small>
      )}
    </Beside>
  );
}

function signedWords({ round }: ScoringCard, holeNumber: number): string {
  const hole = round.holes[holeNumber - 1];
  if (hole?.corrected !== true) return LOCKED;
  return `The committee has corrected this hole since: ${hole.noScore ? 'No Score' : hole.strokes} counts.`;
}

/** Keeps a tapped key from taking the focus, which moves to Next anyway: that would cost another layout. */
export function withoutFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[aria-pressed]') !== null) event.preventDefault();
}
