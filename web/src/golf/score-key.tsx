import styled from '@emotion/styled';
import { GlyphMark, markStyles } from './score/score-marks.js';
import { scoreText } from './score/score-texts.js';
import { KeyList } from '../ui/page-parts.js';

const PAR = 5;
const KEY = [
  ...[1, 2, 3, 4, 5, 6].map((strokes) => [strokes, scoreText(strokes, PAR)] as const),
  [7, 'Double Bogey or Worse'],
  [null, 'No Score'],
] as const;

const List = styled(KeyList)`
  ${markStyles}
  row-gap: var(--space-2);
  @media print {
    display: none;
  }
`;

/** The key to the marks around scores, on the example of a par 5. */
export function ScoreKey() {
  return (
    <List aria-label="Scoring key">
      {KEY.map(([strokes, name]) => (
        <li key={name}>
          <GlyphMark strokes={strokes} noScore={strokes === null} par={PAR} />
          {name}
        </li>
      ))}
    </List>
  );
}
