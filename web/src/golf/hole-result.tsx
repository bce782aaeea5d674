import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { GlyphMark, scoreGlyphStyles } from './score/score-glyph.js';
import { spokenScore } from './score/score-texts.js';

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

interface HoleResultProps {
  /** Null for No Score. */
  strokes: number | null;
  noScore: boolean;
  /** 3 to 6. */
  par: number;
  /** The line below: "Saved on this phone", "4 strokes, 1 received". */
  resultText: string;
  /** The large words: "Birdie, 4 points". */
  headline: string;
}

/** A hole that has been scored, to be read at arm's length. */
export function HoleResult({ strokes, noScore, par, resultText, headline }: HoleResultProps): ReactNode {
  const score = { strokes, noScore, par };
  return (
    <Box>
      <GlyphMark {...score} size="large" />
      <p className="visually-hidden">{spokenScore(score)}</p>
      <div>
        <strong>{headline}</strong>
        {resultText !== '' && <span>{resultText}</span>}
      </div>
    </Box>
  );
}
