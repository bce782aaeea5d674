import styled from '@emotion/styled';
import { GlyphMark, scoreGlyphStyles } from './score/score-glyph.js';
import { KeyList } from '../ui/page-parts.js';

const PAR = 5;
/** Strokes on a par 5, and what they are called, for the key of a competition's scorecard. */
const KEY = [
  [2, 'Albatross'],
  [3, 'Eagle'],
  [4, 'Birdie'],
  [5, 'Par'],
  [6, 'Bogey'],
  [7, 'Double Bogey or Worse'],
] as const;

const List = styled(KeyList)`
  ${scoreGlyphStyles}
  row-gap: var(--space-2);
`;

/** What the shapes round the scores of a card mean, by the strokes of a par 5. */
export function ScoreKey() {
  return (
    <List aria-label="Scoring key">
      {KEY.map(([strokes, name]) => (
        <li key={name}>
          <GlyphMark strokes={strokes} par={PAR} />
          {name}
        </li>
      ))}
    </List>
  );
}
