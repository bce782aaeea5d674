/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import userEvent from '@testing-library/user-event';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { HandicapSelect } from '../../golf/handicap-select.js';
import { TextField } from './text-field.js';
import { SearchSelect } from './search-select.js';

const golfer = userEvent.setup({ delay: null });

it('a password can be pasted and shown, and is neither corrected nor checked by the phone', async () => {
  render(<TextField label="Password" type="password" reveal />);
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  await golfer.click(field);
  await golfer.paste('wattle-7-magpie');
  expect(field.value).toBe('wattle-7-magpie');
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

interface Course {
  id: string;
  name: string;
}

const COURSES: Course[] = ['Royal Sandhurst', 'Sandy Creek', 'Port Ellis'].map((name) => ({ id: name, name }));

/** A caller, with the value that it holds and the courses that were found. */
function Courses({ loading, selected }: { loading: boolean; selected: (string | null)[] }) {
  const [query, setQuery] = useState('');
  const [value, setValue] = useState<Course | null>(null);
  return (
    <SearchSelect
      label="Course"
      items={COURSES.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))}
      renderItem={({ name }) => ({ picture: null, name, note: '' })}
      query={query}
      onQueryChange={setQuery}
      value={value}
      onSelect={(course) => {
        selected.push(course?.name ?? null);
        setValue(course);
      }}
      loading={loading}
      empty="We can't find your course"
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' });

/** Opens the search and types; returns the names that are selected from then on. */
async function searches(typed: string, loading = false) {
  const selected: (string | null)[] = [];
  render(<Courses loading={loading} selected={selected} />);
  await golfer.click(field());
  expect(screen.getByRole('status').textContent).toBe('');
  await golfer.keyboard(typed);
  return selected;
}

describe('a search', () => {
  it('selects a result by keyboard', async () => {
    const selected = await searches('sand');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await golfer.keyboard('{ArrowDown}{ArrowDown}');
    const activeId = field().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(activeId)?.textContent).toBe('Sandy Creek');
    await golfer.keyboard('{Enter}');
    expect(selected).toEqual(['Sandy Creek']);
    expect(field().value).toBe('sand');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Sandy Creek');
  });

  it('selects a result by a tap, and the focus stays in the field', async () => {
    const selected = await searches('Port Ellis');
    expect(screen.getByRole('status').textContent).toBe('1 found');
    await golfer.click(screen.getByRole('option', { name: 'Port Ellis' }));
    expect(selected).toEqual(['Port Ellis']);
    expect(document.activeElement).toBe(field());
  });

  it('says that nothing was found, and is cleared by a button', async () => {
    await searches('zzz');
    await screen.findByText("We can't find your course");
    await golfer.click(screen.getByRole('button', { name: 'Clear course' }));
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
  });

  it('that is loading says so, not that nothing was found', async () => {
    await searches('zzz', true);
    await screen.findByText('Searching…');
    expect(screen.queryByText("We can't find your course")).toBeNull();
  });
});
