import { css } from '@emotion/react';

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
