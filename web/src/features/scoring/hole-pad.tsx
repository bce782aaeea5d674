import styled from '@emotion/styled';
import type { Format, ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { useSyncStatus } from '../../outbox/use-outbox.js';
import { ButtonLink } from '../../shared/routing/links.js';
import { sentence } from '../../text/words.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { isSigned } from '../../golf/cards.js';
import { differenceOf, whose, type ScoringCard } from '../../shared/scoring/cards.js';
import { headline, markersStrokesText } from './parts/result-words.js';

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
  card: ScoringCard;
  /** 1 to 18. */
  holeNumber: number;
  format: Format;
  entry: ScoreEntry | null;
  editing: boolean;
  /** Whether the entry is still to be sent. */
  waiting: boolean;
  /** Link to the scorecard; undefined if the page has one anyway. */
  scorecard: string | undefined;
  /** Null clears the hole. */
  onRecord: (value: CardEntry | null) => void;
}

/** The pad of the active row, disabled once the hole is entered, until Edit. A signed card has none. */
export function HolePad(props: HolePadProps) {
  const { card, holeNumber, format, entry, editing, scorecard, onRecord } = props;
  if (isSigned(card.round)) {
    return (
      <>
        {entry !== null && <Said {...props} entry={entry} signed />}
        <Banner
          kind="info"
          title={`${sentence(whose(card))} card has been signed`}
          action={
            scorecard && (
              <ButtonLink kind="secondary" to={scorecard}>
                See the scorecard
              </ButtonLink>
            )
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
      legend={`${sentence(whose(card))} strokes on hole ${holeNumber}`}
      par={card.holes[holeNumber - 1]?.par ?? 0}
      format={format}
      value={entry}
      disabled={entry !== null && !editing}
      onPick={onRecord}
    >
      {editing ? (
        <Button kind="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => onRecord(null)}>
          Clear my entry
        </Button>
      ) : (
        <Said {...props} />
      )}
    </StrokePad>
  );
}

function Said({ card, holeNumber, format, entry, waiting, signed = false }: HolePadProps & { signed?: boolean }) {
  const { unsaved } = useSyncStatus();
  if (entry === null) {
    return (
      <Beside>
        <b>{sentence(whose(card))} score</b>
      </Beside>
    );
  }
  const { par = 0, strokesReceived = null } = card.holes[holeNumber - 1] ?? {};
  const difference = differenceOf(card, holeNumber);
  const sameResult = difference !== null && !difference.mismatch;
  const sending = unsaved ? 'Keep this page open until it is sent' : 'Saved on this phone, sending';
  return (
    <Beside>
      <b>{headline({ entry, format, par, strokesReceived: strokesReceived ?? 0 })}</b>
      {!signed && <small>{sameResult ? markersStrokesText(card, difference) : waiting ? sending : 'Saved'}</small>}
    </Beside>
  );
}

function signedWords({ round }: ScoringCard, holeNumber: number): string {
  const hole = round.holes[holeNumber - 1];
  if (hole?.corrected !== true) return 'Signed by player and marker. This card is locked.';
  return `The committee has corrected this hole since: ${hole.noScore ? 'No Score' : hole.strokes} counts.`;
}

/** Keeps a tapped key from taking the focus, which moves to Next anyway: that would cost another layout. */
export function withoutFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[aria-pressed]') !== null) event.preventDefault();
}
