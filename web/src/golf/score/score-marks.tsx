import { css } from '@emotion/react';
import { type ShownScore, resultKind } from './score-texts.js';

const EAGLE = ['var(--eagle)', 'var(--eagle-ink)', 'var(--eagle)'] as const;

const COLOURS: Readonly<Record<string, readonly [fill: string, ink: string, ring: string]>> = {
  ace: ['var(--ace)', 'var(--ace-ink)', 'var(--brass)'],
  albatross: EAGLE,
  eagle: EAGLE,
  birdie: ['var(--birdie)', 'var(--birdie-ink)', 'var(--birdie-ring)'],
  par: ['transparent', 'inherit', 'transparent'],
  bogey: ['var(--bogey)', 'var(--bogey-ink)', 'var(--bogey-ring)'],
  double: ['var(--double)', 'var(--double-ink)', 'var(--double)'],
  'no-score': ['var(--no-score)', 'var(--no-score-ink)', 'var(--line-strong)'],
};

/** Sets the three colours of a score on elements with `data-result`, for the stylesheet that draws it. */
export const scoreColours = css(
  Object.entries(COLOURS).map(([result, [fill, ink, ring]]) => ({
    [`[data-result='${result}']`]: { '--score-fill': fill, '--score-ink': ink, '--score-ring': ring },
  })),
);

/** Styles all marks inside an element; `--glyph` is the width of a score's, 27 px by default, `--dot` of a dot, 5 px. */
export const markStyles = css`
  ${scoreColours}
  [data-glyph] {
    --width: var(--glyph, 1.6875rem);
    display: inline-grid;
    place-items: center;
    width: var(--width);
    height: var(--width);
    color: var(--score-ink);
    font-weight: 600;
    font-size: calc(var(--width) * 0.54);
    line-height: 1;
  }
  /* Par and an empty hole have no fill, so they need the colour of the text. */
  [data-glyph]:not([data-result='par'], [data-result='empty']) {
    border: max(1.5px, calc(var(--width) * 0.036)) solid var(--score-ring);
    border-radius: calc(var(--width) * 0.08);
    background: var(--score-fill);
    forced-color-adjust: none;
  }
  [data-glyph]:is([data-result='ace'], [data-result='albatross'], [data-result='eagle'], [data-result='birdie']) {
    border-radius: 50%;
  }
  [data-glyph]:is([data-result='ace'], [data-result='albatross'], [data-result='eagle'], [data-result='double']) {
    padding: max(1.5px, calc(var(--width) * 0.04));
    background: var(--score-fill) content-box;
  }
  /* One ring more than an eagle. */
  [data-glyph][data-result='albatross'] {
    border: max(4.5px, calc(var(--width) * 0.11)) double var(--score-ring);
  }
  [data-glyph][data-result='no-score'] {
    background: repeating-linear-gradient(135deg, var(--score-fill) 0 4px, var(--surface) 4px 6px);
    font-size: calc(var(--width) * 0.45);
  }
  [data-glyph][data-result='empty'] {
    color: var(--ink-2);
    font-weight: 400;
  }
  [data-dots] {
    display: inline-flex;
    justify-content: center;
    gap: calc(var(--dot, 5px) * 0.5);
    line-height: 1;
  }
  [data-dots] > i {
    width: var(--dot, 5px);
    height: var(--dot, 5px);
    border: max(1px, calc(var(--dot, 5px) * 0.16)) solid currentcolor;
    border-radius: 50%;
    forced-color-adjust: none;
    @media (forced-colors: active) {
      color: CanvasText;
    }
  }
  [data-dots='received'] > i {
    background: currentcolor;
  }
`;

/** A score's mark, without text: what is around it includes `markStyles`, and says it with `spokenScore`. */
export function GlyphMark({ strokes, noScore = false, par }: ShownScore) {
  return (
    <span data-glyph="" data-result={resultKind({ strokes, noScore, par })} aria-hidden="true">
      {noScore ? 'NS' : (strokes ?? '–')}
    </span>
  );
}

/** A dot for each stroke received, a hollow one for each given back (negative `strokes`), said by `spokenReceived`. */
export function DotsMark({ strokes }: { strokes: number }) {
  if (strokes === 0) return null;
  return (
    <span data-dots={strokes > 0 ? 'received' : 'given'} aria-hidden="true">
      {Array.from({ length: Math.abs(strokes) }, (_, index) => (
        <i key={index} />
      ))}
    </span>
  );
}
