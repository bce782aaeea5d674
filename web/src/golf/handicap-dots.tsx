import { css } from '@emotion/react';

/** Styles all dots inside an element; `--dot` is a dot's width, 5 px by default. */
export const handicapDotsStyles = css`
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

/**
 * A dot for each stroke received, a hollow one for each given back (negative `strokes`). Without text and styles: what
 * is around it includes `handicapDotsStyles`, and says it with `spokenReceived`.
 */
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
