import styled from '@emotion/styled';
import { LIMITS, type Format, type ScoreEntry } from '@fairmark/contract';
import type { HoleEntry } from '@fairmark/scoring';
import { Info, Pencil } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { HoleResult } from '../../golf/hole-result.js';
import { firstName } from '../../text/words.js';
import { differenceOf, entryValue, type ScoringCard } from './parts/cards.js';
import { CompleteButton, DifferenceBanner } from './difference-banner.js';
import { headline, markersStrokesText } from './parts/result-words.js';

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
  &[data-small='true'] [data-glyph][data-size='large'] {
    --glyph: 4.5rem;
  }
  @media (max-height: 739px), (min-width: 1024px) and (max-height: 839px) {
    & > [data-part='result'] > div {
      gap: var(--space-2);
    }
    & [data-glyph][data-size='large'] {
      --glyph: 6rem;
    }
    &[data-small='true'] [data-glyph][data-size='large'] {
      --glyph: 3.5rem;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  align-items: center;
  & > button + button {
    flex: 1;
  }
  & > p {
    flex: 1;
    display: flex;
    gap: var(--space-2);
    min-width: 16ch;
    font-size: var(--text-14);
    line-height: 1.3;
  }
  & > p > svg {
    flex: none;
  }
`;

interface ScoredHoleProps {
  me: string;
  card: ScoringCard;
  /** 1 to 18. */
  holeNumber: number;
  format: Format;
  entry: ScoreEntry;
  /** Not with the server yet. */
  waiting: boolean;
  /** Signed: nothing can be changed. */
  locked: boolean;
  /** Another card that I have not entered this hole on. */
  missing: ScoringCard | undefined;
  onRecord: (value: HoleEntry) => void;
  onEdit: () => void;
  onChoose: (userId: string) => void;
  /** Ends the round; absent while holes are incomplete. */
  onComplete?: () => void;
}

/** What I entered for a hole, large, and whether the other side has it differently. */
export function ScoredHole(props: ScoredHoleProps) {
  const { me, card, holeNumber, format, entry, waiting, locked, onRecord, onEdit, onComplete } = props;
  // The last hole's Next button is that way.
  const completeEarly = holeNumber === LIMITS.holes ? undefined : onComplete;
  const difference = differenceOf(card, holeNumber);
  const { par, strokesReceived } = card.holes[holeNumber - 1] ?? { par: 0, strokesReceived: null };
  const differs = difference?.mismatch === true;
  return (
    <Result data-small={differs || locked}>
      <div data-part="result">
        <HoleResult
          strokes={entry.strokes}
          noScore={entry.noScore}
          par={par}
          headline={headline({ entry, format, par, strokesReceived: strokesReceived ?? 0 })}
          resultText={waiting ? 'Saved on this phone, on its way' : 'Saved'}
        />
      </div>
      {differs ? (
        <DifferenceBanner
          difference={difference}
          me={me}
          onUse={locked ? undefined : () => onRecord(entryValue(difference.theirs))}
          onEdit={locked ? undefined : onEdit}
          onComplete={completeEarly}
        />
      ) : (
        <Actions>
          {!locked && <EditButton onEdit={onEdit} />}
          {difference !== null && (
            <p>
              <Info size={18} aria-hidden="true" />
              {markersStrokesText(card, difference)}
            </p>
          )}
          <StillToDo {...props} onComplete={completeEarly} />
        </Actions>
      )}
    </Result>
  );
}

function EditButton({ onEdit }: Pick<ScoredHoleProps, 'onEdit'>) {
  return (
    <Button kind="secondary" icon={<Pencil size={18} aria-hidden="true" />} onClick={onEdit}>
      Edit
    </Button>
  );
}

function StillToDo({ missing, onChoose, onComplete }: Pick<ScoredHoleProps, 'missing' | 'onChoose' | 'onComplete'>) {
  if (missing !== undefined) {
    return (
      <Button kind="secondary" onClick={() => onChoose(missing.userId)}>
        {missing.isMine ? 'Enter your score' : `Enter ${firstName(missing.fullName)}'s score`}
      </Button>
    );
  }
  return onComplete === undefined ? null : <CompleteButton onComplete={onComplete} />;
}
