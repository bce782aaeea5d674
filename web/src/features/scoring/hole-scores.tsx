import styled from '@emotion/styled';
import { LIMITS, type MatchType, type ScoreEntry } from '@fairmark/contract';
import type { HoleEntry } from '@fairmark/scoring';
import { Pencil, Trash2 } from 'lucide-react';
import { ButtonLink } from '../../app/links.js';
import { paths } from '../../app/paths.js';
import { Banner } from '../../ui/banner.js';
import { Button } from '../../ui/button.js';
import { HoleResult } from '../../ui/hole-result.js';
import { StrokePad } from '../../ui/stroke-pad.js';
import { bothEntries, firstName, isSigned, type ScoringCard } from './cards.js';
import { DifferenceNote } from './difference-note.js';
import { headline } from './result-words.js';

const Low = styled.div`
  display: grid;
  gap: var(--space-2);
  margin-top: auto;
  @media (min-height: 740px) {
    --key: 64px;
  }
  @media (min-height: 800px) {
    --key: 68px;
  }
`;

const Result = styled.div`
  flex: 1;
  display: flex;
  flex-direction: column;
  gap: var(--space-2);
  /* The result takes what the pad had, and the buttons stand where its lowest keys were. */
  & > [data-part='result'] {
    flex: 1;
    display: grid;
    align-content: center;
    overflow: hidden;
  }
  & > [data-part='result'] > div {
    padding-block: var(--space-2);
  }
  &[data-noted='true'] [data-glyph][data-size='large'] {
    --glyph: 4.5rem;
  }
  @media (max-height: 739px) {
    & > [data-part='result'] > div {
      gap: var(--space-2);
    }
    & [data-glyph][data-size='large'] {
      --glyph: 6rem;
    }
    &[data-noted='true'] [data-glyph][data-size='large'] {
      --glyph: 3.5rem;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  & > :last-child:not(:first-child) {
    flex: 1;
  }
`;

/** Properties of {@link HoleScores}. */
export interface HoleScoresProps {
  matchId: string;
  me: string;
  card: ScoringCard;
  /** 1 to 18. */
  holeNumber: number;
  format: MatchType;
  entry: ScoreEntry | null;
  editing: boolean;
  /** Not with the server yet. */
  waiting: boolean;
  /** Another card that I have not entered this hole on. */
  missing: ScoringCard | undefined;
  onRecord: (value: HoleEntry | null) => void;
  onEdit: () => void;
  onChoose: (userId: string) => void;
  /** Ends the round; absent while holes are incomplete. */
  onComplete?: () => void;
}

/** One card's hole: the pad until something is entered and while it is changed, the result in between. */
export function HoleScores(props: HoleScoresProps) {
  const { matchId, card, entry, editing } = props;
  const signed = isSigned(card);
  const padShown = (entry === null || editing) && !signed;
  return (
    <>
      {signed && (
        <Banner
          kind="info"
          title={`${card.isMine ? 'Your' : `${firstName(card.fullName)}'s`} card has been signed`}
          action={
            <ButtonLink kind="secondary" to={paths.scorecard(matchId)}>
              See the scorecard
            </ButtonLink>
          }
        >
          Its scores can&apos;t be changed unless it is reopened there.
        </Banner>
      )}
      {padShown ? <Pad {...props} /> : <Scored {...props} locked={signed} />}
    </>
  );
}

function Pad({ card, holeNumber, format, entry, editing, onRecord }: HoleScoresProps) {
  return (
    <Low>
      <StrokePad
        key={`${holeNumber}:${card.userId}`}
        legend={`${card.isMine ? 'Your' : `${firstName(card.fullName)}'s`} strokes on hole ${holeNumber}`}
        par={card.holes[holeNumber - 1]?.par ?? 0}
        format={format}
        value={entry === null ? null : entryValue(entry)}
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

interface ScoredProps extends HoleScoresProps {
  /** Signed: nothing can be changed. */
  locked: boolean;
}

function Scored(props: ScoredProps) {
  const { locked, card, holeNumber, format, entry, me, waiting, onRecord } = props;
  const both = bothEntries(card, holeNumber);
  const hole = card.round.holes[holeNumber - 1];
  const noted = both !== null && (hole?.mismatch === true || hole?.differentStrokes === true);
  const { par, strokesReceived } = card.holes[holeNumber - 1] ?? { par: 0, strokesReceived: null };
  if (entry === null) return null;
  return (
    <Result data-noted={noted}>
      <div data-part="result">
        <HoleResult
          strokes={entry.strokes}
          noScore={entry.noScore}
          par={par}
          headline={headline({ entry, format, par, strokesReceived: strokesReceived ?? 0 })}
          resultText={waiting ? 'Saved on this phone, on its way' : 'Saved'}
        />
      </div>
      {noted && (
        <DifferenceNote
          card={card}
          both={both}
          me={me}
          mismatch={hole.mismatch}
          onUse={locked ? undefined : () => onRecord(entryValue(both.theirs))}
        />
      )}
      <NextActions {...props} />
    </Result>
  );
}

/** Edit on the left; on its right what is still to be done, if anything. */
function NextActions({ locked, holeNumber, missing, onEdit, onChoose, onComplete }: ScoredProps) {
  return (
    <Actions>
      {!locked && (
        <Button kind="secondary" icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
          Edit
        </Button>
      )}
      {missing !== undefined && (
        <Button kind="secondary" onClick={() => onChoose(missing.userId)}>
          {missing.isMine ? 'Enter your score' : `Enter ${firstName(missing.fullName)}'s score`}
        </Button>
      )}
      {onComplete !== undefined && holeNumber < LIMITS.holes && (
        <Button kind="secondary" onClick={onComplete}>
          Complete round
        </Button>
      )}
    </Actions>
  );
}

function entryValue(entry: ScoreEntry): HoleEntry {
  return entry.strokes === null ? { noScore: true } : { strokes: entry.strokes };
}
