/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrokePad, type StrokePadProps } from './stroke-pad.js';

function pad(props: Partial<StrokePadProps> = {}) {
  const onPick = jest.fn<StrokePadProps['onPick']>();
  render(<StrokePad legend="Your strokes" par={4} format="STABLEFORD" value={null} onPick={onPick} {...props} />);
  return { onPick, user: userEvent.setup() };
}

const key = (name: string): HTMLElement => screen.getByRole('button', { name });

describe('the stroke pad', () => {
  it('has a key for every number, named against par, and none chosen', () => {
    pad();
    expect(screen.getByRole('group', { name: 'Your strokes' })).toBeTruthy();
    expect(screen.getAllByRole('button')).toHaveLength(13);
    expect(screen.queryByRole('button', { pressed: true })).toBeNull();
    for (const name of ['1 hole in one', '2 eagle', '3 birdie', '4 par', '5 bogey', '6 double', '12 +8']) {
      expect(key(name)).toBeTruthy();
    }
  });

  it('is entered at the par key; arrows move and record nothing, Enter and Space record', async () => {
    const { onPick, user } = pad();
    await user.tab();
    expect(document.activeElement).toBe(key('4 par'));
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowLeft}{Home}{End}{ArrowUp}');
    expect(document.activeElement).toBe(key('9 +5'));
    expect(onPick).not.toHaveBeenCalled();
    await user.keyboard('{Enter}{ArrowRight} ');
    expect(onPick.mock.calls).toEqual([[{ strokes: 9, noScore: false }], [{ strokes: 10, noScore: false }]]);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toBe(key('No Score'));
    await user.keyboard('{Home}{ArrowUp}{ArrowLeft}');
    expect(document.activeElement).toBe(key('1 hole in one'));
  });

  it('takes digits of a keyboard while it has the focus, 0 for 10, and ignores held or combined keys', async () => {
    const { onPick, user } = pad();
    await user.keyboard('5');
    expect(onPick).not.toHaveBeenCalled();
    await user.tab();
    await user.keyboard('5{Control>}6{/Control}{7>3/}0x');
    expect(onPick.mock.calls).toEqual([5, 7, 10].map((strokes) => [{ strokes, noScore: false }]));
  });

  it.each([
    ['12', [12]],
    ['10', [10]],
    ['15', []],
    ['1{Tab}', [1]],
    ['1{Enter}', [1]],
  ])('reads the keys %s as %j', async (typed, strokes) => {
    const { onPick, user } = pad();
    await user.tab();
    await user.keyboard(typed);
    expect(onPick.mock.calls).toEqual(strokes.map((one) => [{ strokes: one, noScore: false }]));
  });

  it('takes a 1 without a second digit for a hole in one', async () => {
    const { onPick, user } = pad();
    await user.tab();
    await user.keyboard('1');
    expect(onPick).not.toHaveBeenCalled();
    await waitFor(() => expect(onPick.mock.calls).toEqual([[{ strokes: 1, noScore: false }]]));
  });

  it('is one stop of the Tab key', async () => {
    const { user } = pad({ value: { strokes: 3, noScore: false } });
    await user.tab();
    expect(document.activeElement).toBe(key('3 birdie'));
    expect(key('3 birdie').getAttribute('aria-pressed')).toBe('true');
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('has No Score in a format that has it', async () => {
    const { onPick, user } = pad({ format: 'PAR', value: { strokes: null, noScore: true } });
    expect(key('No Score').getAttribute('aria-pressed')).toBe('true');
    await user.click(key('No Score'));
    expect(onPick.mock.calls).toEqual([[{ strokes: null, noScore: true }]]);
  });

  it('takes 13 to 30 in stroke play, typed and saved', async () => {
    const { onPick, user } = pad({ format: 'STROKE', children: 'Beside' });
    expect(screen.getByText('Beside')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'No Score' })).toBeNull();
    await user.click(key('13+'));
    const field = screen.getByRole('textbox', { name: 'Strokes, 13 to 30' });
    expect(document.activeElement).toBe(field);
    expect(screen.queryByText('Beside')).toBeNull();
    for (const typed of ['12', '31', '-1', '1e', ' ']) {
      await user.clear(field);
      await user.type(field, `${typed}{Enter}`);
      expect(screen.getByText('Strokes must be a whole number from 13 to 30')).toBeTruthy();
      expect(field).toHaveProperty('value', typed);
    }
    expect(onPick).not.toHaveBeenCalled();
    await user.clear(field);
    await user.type(field, '30');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(onPick.mock.calls).toEqual([[{ strokes: 30, noScore: false }]]);
  });

  it('gives the focus back when typing is cancelled', async () => {
    const { onPick, user } = pad({ format: 'STROKE', value: { strokes: 15, noScore: false } });
    await user.click(key('15 strokes'));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(key('15 strokes'));
    expect(onPick).not.toHaveBeenCalled();
  });
});
