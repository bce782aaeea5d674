import styled from '@emotion/styled';
import { LIMITS, type RoundStoryAnswer, type StoryScore } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { number, ResultsTable } from '../../golf/results-table.js';
import { Select } from '../../ui/fields/select-field.js';
import type { CorrectionDraft } from './correction.js';
import { countingOf, type ReplayCard, type ReplayHole } from './replay/replay.js';
import { scoreWords } from '../../golf/score/score-texts.js';

const Choice = styled(Select)`
  min-width: 7.5rem;
  &:not(:has([value='']:checked)) {
    border-color: var(--primary);
    background: var(--primary-tint);
    font-weight: 600;
  }
`;

const NO_CHANGE = '';
const STROKES = Array.from({ length: LIMITS.strokesMax }, (_, index) => index + 1);

interface HolesToCorrectProps {
  story: RoundStoryAnswer;
  card: ReplayCard;
  scores: CorrectionDraft['scores'];
  onChange: (scores: CorrectionDraft['scores']) => void;
}

/** The 18 holes of a card: entries, the score that counts, and the new score. */
export function HolesToCorrect({ story, card, scores, onChange }: HolesToCorrectProps) {
  const options = FORMATS[story.round.matchType].noScore ? [...STROKES, 'NS' as const] : STROKES;
  const scoreOf = (text: string): StoryScore => (text === 'NS' ? 'NS' : text === NO_CHANGE ? null : Number(text));
  return (
    <ResultsTable
      caption={`Holes of the card of ${card.player.fullName}`}
      head={['Hole', number('Entered'), number('Counts'), 'New score']}
    >
      {card.holes.map((hole) => (
        <tr key={hole.number}>
          <th scope="row" css={{ whiteSpace: 'nowrap' }}>
            <strong>{hole.number}</strong>
            <small>Par {hole.par ?? '–'}</small>
          </th>
          <td data-kind="number">
            <Entered hole={hole} />
          </td>
          <td data-kind="number" data-sorted="true">
            {shortScore(countingOf(hole))}
          </td>
          <td>
            <Choice
              aria-label={`New score of hole ${hole.number}`}
              value={scores[hole.number] ?? NO_CHANGE}
              onChange={({ target }) => onChange({ ...scores, [hole.number]: scoreOf(target.value) })}
            >
              <option value={NO_CHANGE}>No change</option>
              {options.map((score) => (
                <option key={score} value={score}>
                  {scoreWords(score)}
                </option>
              ))}
            </Choice>
          </td>
        </tr>
      ))}
    </ResultsTable>
  );
}

function Entered({ hole: { PLAYER: player, MARKER: marker } }: { hole: ReplayHole }) {
  if (player === marker) return shortScore(player);
  return (
    <>
      <span className="visually-hidden">player </span>
      {shortScore(player)} / <span className="visually-hidden">marker </span>
      {shortScore(marker)}
    </>
  );
}

const shortScore = (score: StoryScore): string => (score === 'NS' ? 'NS' : scoreWords(score));
