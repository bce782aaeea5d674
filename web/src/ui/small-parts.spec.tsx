/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Banner } from './banner.js';
import { Button } from './button.js';
import { CoursePicture } from './pictures.js';
import { DotsMark } from '../golf/score/score-marks.js';
import { announce, LiveRegion } from './live-region.js';
import { ScoreKey } from '../golf/score-key.js';

describe('a button', () => {
  it('says why it is disabled, stays focusable and keeps the focus when it is enabled', async () => {
    const pressed: string[] = [];
    const start = (reason: string) => (
      <Button reason={reason} onClick={() => pressed.push('start')}>
        Start playing
      </Button>
    );
    const { rerender } = render(start('Waiting for Alex'));
    await userEvent.tab();
    const button = screen.getByRole('button', { name: 'Start playing', description: 'Waiting for Alex' });
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(pressed).toEqual([]);
    rerender(start(''));
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
    expect(pressed).toEqual(['start']);
  });

  it('sends no form while it is busy', async () => {
    const sent: string[] = [];
    const form = (busy: boolean) => (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent.push('card');
        }}
      >
        <Button type="submit" busy={busy}>
          Sign
        </Button>
      </form>
    );
    const { rerender } = render(form(true));
    const button = screen.getByRole('button', { name: 'Sign' });
    await userEvent.click(button);
    expect(sent).toEqual([]);
    expect(button.getAttribute('aria-busy')).toBe('true');
    rerender(form(false));
    await userEvent.click(button);
    expect(sent).toEqual(['card']);
  });
});

test('a flag replaces a picture that is missing or fails to load, until there is another picture', () => {
  const { container, rerender } = render(<CoursePicture url={undefined} />);
  const shown = () => container.querySelector('img')?.getAttribute('src') ?? container.querySelector('svg')?.tagName;
  expect(shown()).toBe('svg');
  rerender(<CoursePicture url="/api/courses/pictures/a" />);
  expect(shown()).toBe('/api/courses/pictures/a');
  fireEvent.error(container.querySelector('img') as HTMLImageElement);
  expect(shown()).toBe('svg');
  rerender(<CoursePicture url="/api/courses/pictures/b" />);
  expect(shown()).toBe('/api/courses/pictures/b');
});

describe('handicap dots', () => {
  it.each([
    [1, 'received'],
    [3, 'received'],
    [-1, 'given'],
  ])('for %s are %s', (strokes, kind) => {
    const { container } = render(<DotsMark strokes={strokes} />);
    expect(container.querySelectorAll(`[data-dots='${kind}'] > i`)).toHaveLength(Math.abs(strokes));
  });

  it('are absent when no stroke is received', () => {
    expect(render(<DotsMark strokes={0} />).container.innerHTML).toBe('');
  });
});

describe('the live region', () => {
  it('says what was announced before it was rendered, and the same sentence twice', () => {
    announce('Hole 5: 4, par. Saved.');
    render(<LiveRegion />);
    const region = screen.getByRole('status');
    const first = region.textContent;
    expect(first).toBe('Hole 5: 4, par. Saved.');
    act(() => announce('Hole 5: 4, par. Saved.'));
    expect(region.textContent).not.toBe(first);
    expect(region.textContent?.trim()).toBe(first);
  });

  it('joins two sentences that come together, so that neither is cut off', () => {
    render(<LiveRegion />);
    const region = screen.getByRole('status');
    act(() => announce('Hole 5: 4, par.', 10_000));
    act(() => announce('1 score waiting to send.', 10_200));
    expect(region.textContent).toBe('Hole 5: 4, par. 1 score waiting to send.');
    act(() => announce('All scores sent.', 10_900));
    expect(region.textContent).toBe('1 score waiting to send. All scores sent.');
    act(() => announce('Hole 6: 3, birdie.', 20_000));
    expect(region.textContent).toBe('Hole 6: 3, birdie.');
  });
});

it.each(['info', 'success', 'warn'] as const)('a banner of %s that appears later is announced, once', (kind) => {
  const { rerender } = render(<LiveRegion />);
  const page = (title: string) => (
    <>
      <LiveRegion />
      <Banner kind={kind} title={title}>
        Look in the spam folder too.
      </Banner>
    </>
  );
  rerender(page('Sent!'));
  const [region, ...others] = screen.getAllByRole('status');
  expect(region?.textContent).toMatch(/Sent!\s*$/);
  expect(others).toEqual([]);
});

it('the scoring key names every mark, and no two look alike', () => {
  render(<ScoreKey />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^(\d|NS)/, ''))).toEqual([
    'Hole in one',
    'Albatross',
    'Eagle',
    'Birdie',
    'Par',
    'Bogey',
    'Double Bogey or Worse',
    'No Score',
  ]);
  const marks = [...document.querySelectorAll('[data-glyph]')].map((mark) => mark.getAttribute('data-result'));
  expect(new Set(marks).size).toBe(8);
});
