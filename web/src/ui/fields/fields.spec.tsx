/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ChoiceGroup } from './choice-group.js';
import { HandicapSelect } from '../../golf/handicap-select.js';
import { TextField } from './text-field.js';

const golfer = userEvent.setup({ delay: null });

describe('a text field', () => {
  it('is described by its hint and its error', () => {
    render(<TextField label="Email" hint="As at your club" error="Invalid email address" />);
    const field = screen.getByRole('textbox', { name: 'Email', description: 'As at your club Invalid email address' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('can show a password, and takes a pasted one', async () => {
    render(<TextField label="Password" type="password" reveal />);
    const field = screen.getByLabelText<HTMLInputElement>('Password');
    await golfer.click(field);
    await golfer.paste('correct horse');
    expect(field.value).toBe('correct horse');
    expect(field.type).toBe('password');
    await golfer.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
    expect(field.getAttribute('spellcheck')).toBe('false');
    expect(field.getAttribute('autocapitalize')).toBe('none');
    await golfer.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field.type).toBe('password');
  });
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

  it('is picked in two parts; a plus is a negative number', async () => {
    const changes: number[] = [];
    render(<Picker start={9.1} changes={changes} />);
    expect(screen.getByRole('group', { name: 'Handicap' })).toBeTruthy();
    expect([whole().value, decimal().value]).toEqual(['9', '1']);
    await golfer.selectOptions(whole(), '+2');
    await golfer.selectOptions(decimal(), '.4');
    expect(changes).toEqual([-2.1, -2.4]);
    expect(screen.getByText('+2.4')).toBeTruthy();
  });

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

it('an option is chosen by its tile or the arrow keys, and a disabled one says why', async () => {
  function Format() {
    const [value, setValue] = useState<'STABLEFORD' | 'STROKE' | 'PAR' | null>(null);
    return (
      <ChoiceGroup
        legend="Format"
        value={value}
        onChange={setValue}
        options={[
          { value: 'STABLEFORD', label: 'Stableford', hint: 'Points for every hole' },
          { value: 'STROKE', label: 'Stroke' },
          { value: 'PAR', label: 'Par', hint: 'Not on this course', disabled: true },
        ]}
      />
    );
  }
  render(<Format />);
  const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  await golfer.click(screen.getByText('Points for every hole'));
  expect(radio('Stableford').checked).toBe(true);
  await golfer.keyboard('{ArrowDown}');
  expect(radio('Stroke').checked).toBe(true);
  expect(screen.getByRole('radio', { name: 'Par', description: 'Not on this course' })).toBe(radio('Par'));
  expect(radio('Par').disabled).toBe(true);
});
