import styled from '@emotion/styled';
import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { ButtonLink } from '../../shared/links.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { StrokePad } from '../../golf/pad/stroke-pad.js';
import { sentence } from '../../text/words.js';
import { isSigned, whose } from './parts/cards.js';
import { ScoredHole, type ScoredHoleProps } from './scored-hole.js';

const Low = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-top: auto;
  @media (min-height: 740px) {
    --key: 64px;
  }
  @media (min-height: 800px) {
    --key: 66px;
  }
`;

interface HoleScoresProps extends Omit<ScoredHoleProps, 'entry' | 'locked' | 'onRecord'> {
  /** Where the scorecard is, unless the page leads there anyway. */
  scorecard: string | undefined;
  entry: ScoreEntry | null;
  editing: boolean;
  /** Null clears the hole. */
  onRecord: (value: CardEntry | null) => void;
}

/** One card's hole: the pad until something is entered and while it is changed, the result in between. */
export function HoleScores(props: HoleScoresProps) {
  const { scorecard, card, entry, editing } = props;
  const signed = isSigned(card);
  const padShown = entry === null || editing;
  return (
    <>
      {signed && (
        <Banner
          kind="info"
          title={`${sentence(whose(card))} card has been signed`}
          action={scorecard && <ScorecardLink to={scorecard} />}
        >
          {card.round.verified
            ? signedWords(card, props.holeNumber)
            : "Its scores can't be changed unless it is reopened on the scorecard."}
        </Banner>
      )}
      {padShown && !signed && <Pad {...props} />}
      {entry !== null && (!padShown || signed) && <ScoredHole {...props} entry={entry} locked={signed} />}
    </>
  );
}

function signedWords({ round }: HoleScoresProps['card'], holeNumber: number): string {
  const hole = round.holes[holeNumber - 1];
  if (hole?.corrected !== true) return 'Signed by player and marker. This card is locked.';
  return `The committee has corrected this hole since: ${hole.noScore ? 'No Score' : hole.strokes} counts.`;
}

function Pad({ card, holeNumber, format, entry, editing, onRecord }: HoleScoresProps) {
  return (
    <Low onMouseDown={withoutFocus}>
      <StrokePad
        key={`${holeNumber}:${card.userId}`}
        legend={`${sentence(whose(card))} strokes on hole ${holeNumber}`}
        par={card.holes[holeNumber - 1]?.par ?? 0}
        format={format}
        value={entry}
        onPick={onRecord}
      />
      {editing && (
        <Button kind="quiet" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => onRecord(null)}>
          Clear my entry
        </Button>
      )}
    </Low>
  );
}

/**
 * A tapped key takes no focus, which goes to Next in the same tap: the pad would be rendered, and the page laid out, once more
 * before the score is. The keyboard's focus and the field for many strokes are not touched.
 */
function withoutFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[role="radio"]') !== null) event.preventDefault();
}

function ScorecardLink({ to }: { to: string }) {
  return (
    <ButtonLink kind="secondary" to={to}>
      See the scorecard
    </ButtonLink>
  );
}
