import styled from '@emotion/styled';
import { LIMITS, type Format, type ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { Info, Pencil } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { differenceOf, type Difference, type ScoringCard, whose } from './parts/cards.js';
import { differenceText, headline, markersStrokesText } from './parts/result-words.js';
import { GlyphMark, scoreGlyphStyles } from '../../golf/score/score-glyph.js';
import { scoreWords, spokenScore } from '../../golf/score/score-texts.js';
import { Banner } from '../../ui/banner.js';
import { Row } from '../../ui/page-parts.js';

/** A hole that has been scored, to be read at arm's length. */
const Box = styled.div`
  ${scoreGlyphStyles}
  display: grid;
  justify-items: center;
  gap: var(--space-4);
  padding: var(--space-6) var(--space-4);
  text-align: center;
  font-variant-numeric: tabular-nums;
  & > div {
    display: grid;
    gap: var(--space-1);
  }
  & strong {
    font: 500 var(--text-30) / 1.1 var(--serif);
  }
  & > div > span {
    color: var(--ink-2);
  }
  @media (max-height: 619px) {
    gap: var(--space-2);
    padding-block: var(--space-3);
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

/** What one card's hole shows, and what can be done about it. */
export interface ScoredHoleProps {
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
  onRecord: (value: CardEntry) => void;
  onEdit: () => void;
  onChoose: (userId: string) => void;
  /** Ends the round; absent while holes are incomplete. */
  onComplete?: () => void;
}

/** What I entered for a hole, large, and whether the other side has it differently. */
export function ScoredHole(props: ScoredHoleProps) {
  const { card, holeNumber, format, entry, waiting, locked, onEdit, onComplete } = props;
  // The last hole's Next button is that way.
  const completeEarly = holeNumber === LIMITS.holes ? undefined : onComplete;
  const difference = differenceOf(card, holeNumber);
  const { par, strokesReceived } = card.holes[holeNumber - 1] ?? { par: 0, strokesReceived: null };
  const differs = difference?.mismatch === true;
  const score = { strokes: entry.strokes, noScore: entry.noScore, par };
  return (
    <Result data-small={differs || locked}>
      <div data-part="result">
        <Box>
          <GlyphMark {...score} size="large" />
          <p className="visually-hidden">{spokenScore(score)}</p>
          <div>
            <strong>{headline({ entry, format, par, strokesReceived: strokesReceived ?? 0 })}</strong>
            <span>{waiting ? 'Saved on this phone, on its way' : 'Saved'}</span>
          </div>
        </Box>
      </div>
      {differs ? (
        <DifferenceBanner {...props} difference={difference} onComplete={completeEarly} />
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
        Enter {whose(missing)} score
      </Button>
    );
  }
  return onComplete === undefined ? null : <CompleteButton onComplete={onComplete} />;
}

interface DifferenceBannerProps extends Pick<ScoredHoleProps, 'me' | 'locked' | 'onRecord' | 'onEdit' | 'onComplete'> {
  difference: Difference;
}

/** What player and marker see as soon as their entries differ. It stops neither from playing on. */
function DifferenceBanner({ difference, me, locked, onRecord, onEdit, onComplete }: DifferenceBannerProps) {
  const ways = (
    <Row>
      {!locked && (
        <Button kind="secondary" onClick={() => onRecord(difference.theirs)}>
          Use {scoreWords(difference.theirs)}
        </Button>
      )}
      {!locked && <EditButton onEdit={onEdit} />}
      {onComplete && <CompleteButton onComplete={onComplete} />}
    </Row>
  );
  const any = !locked || onComplete !== undefined;
  return <Banner kind="danger" title={differenceText(difference, me)} action={any ? ways : undefined} />;
}

/** To the scorecard from any hole, once all is entered. */
function CompleteButton({ onComplete }: { onComplete: () => void }) {
  return (
    <Button kind="secondary" onClick={onComplete}>
      Complete round
    </Button>
  );
}
