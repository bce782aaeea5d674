import { css } from '@emotion/react';

/** Gives anything with `data-result` the three colours of its score, for the stylesheet that draws it. */
export const scoreColours = css`
  [data-result='ace'] {
    --score-fill: var(--ace);
    --score-ink: var(--ace-ink);
    --score-ring: var(--brass);
  }
  [data-result='albatross'],
  [data-result='eagle'] {
    --score-fill: var(--eagle);
    --score-ink: var(--eagle-ink);
    --score-ring: var(--eagle);
  }
  [data-result='birdie'] {
    --score-fill: var(--birdie);
    --score-ink: var(--birdie-ink);
    --score-ring: var(--birdie-ring);
  }
  [data-result='par'] {
    --score-fill: transparent;
    --score-ink: inherit;
    --score-ring: transparent;
  }
  [data-result='bogey'] {
    --score-fill: var(--bogey);
    --score-ink: var(--bogey-ink);
    --score-ring: var(--bogey-ring);
  }
  [data-result='double'] {
    --score-fill: var(--double);
    --score-ink: var(--double-ink);
    --score-ring: var(--double);
  }
  [data-result='no-score'] {
    --score-fill: var(--no-score);
    --score-ink: var(--no-score-ink);
    --score-ring: var(--line-strong);
  }
`;
