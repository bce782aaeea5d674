/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { HandicapSelect } from '../../golf/handicap-select.js';
import { TextField } from './text-field.js';

const golfer = userEvent.setup({ delay: null });

it('a password can be shown, and is neither corrected nor checked by the phone', async () => {
  render(<TextField label="Password" type="password" reveal />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await golfer.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toMatchObject({ type: 'text' });
  expect(['spellcheck', 'autocapitalize'].map((name) => field.getAttribute(name))).toEqual(['false', 'none']);
  await golfer.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(field.type).toBe('password');
});

describe('a handicap', () => {
  function Picker({ start, changes }: { start: number; changes: number[] }) {
    const [value, setValue] = useState(start);
    const take = (next: number) => {
      changes.push(next);
      setValue(next);
    };
    return <HandicapSelect label="Handicap" value={value} onChange={take} />;
  }
  const whole = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Whole number' });
  const decimal = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Decimal' });

  it('stays at +0 until its decimal is picked', async () => {
    const changes: number[] = [];
    render(<Picker start={0} changes={changes} />);
    await golfer.selectOptions(whole(), '+0');
    expect(whole().value).toBe('+0');
    await golfer.selectOptions(decimal(), '.3');
    expect(changes).toEqual([0, -0.3]);
  });

  it('has no decimal at 54, and its own again below', async () => {
    const changes: number[] = [];
    render(<Picker start={53.7} changes={changes} />);
    await golfer.selectOptions(whole(), '54');
    expect(decimal().options).toHaveLength(1);
    await golfer.selectOptions(whole(), '20');
    expect(changes).toEqual([54, 20.7]);
  });
});
