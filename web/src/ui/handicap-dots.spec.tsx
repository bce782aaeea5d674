/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render } from '@testing-library/react';
import { HandicapDots } from './handicap-dots.js';

describe('handicap dots', () => {
  it.each([
    [1, 'received', '1 stroke received'],
    [3, 'received', '3 strokes received'],
    [-1, 'given', 'gives back 1 stroke'],
  ])('for %s are %s', (strokes, kind, text) => {
    const { container } = render(<HandicapDots strokes={strokes} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelectorAll(`[data-dots='${kind}'] > i`)).toHaveLength(Math.abs(strokes));
  });

  it('are absent where nothing is received', () => {
    expect(render(<HandicapDots strokes={0} />).container.innerHTML).toBe('');
  });
});
