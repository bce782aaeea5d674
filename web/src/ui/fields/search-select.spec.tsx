/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SearchSelect } from './search-select.js';

const golfer = userEvent.setup({ delay: null });

interface Course {
  id: number;
  name: string;
}

const COURSES: Course[] = ['Royal Sandhurst', 'Sandy Creek', 'Port Ellis'].map((name, id) => ({ id, name }));

/** A caller, with the value that it holds and the courses that were found. */
function Courses({ loading = false, selected }: { loading?: boolean; selected: (string | null)[] }) {
  const [query, setQuery] = useState('');
  const [value, setValue] = useState<Course | null>(null);
  return (
    <SearchSelect
      label="Course"
      items={COURSES.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))}
      itemKey={({ id }) => String(id)}
      renderItem={({ name }) => name}
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

describe('a search', () => {
  it('selects a result by keyboard', async () => {
    const selected: (string | null)[] = [];
    render(<Courses selected={selected} />);
    await golfer.click(field());
    await golfer.keyboard('sand');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await golfer.keyboard('{ArrowDown}{ArrowDown}');
    const activeId = field().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(activeId)?.textContent).toBe('Sandy Creek');
    await golfer.keyboard('{Enter}');
    expect(selected).toEqual(['Sandy Creek']);
    expect(field().value).toBe('sand');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Sandy Creek');
  });

  it('says that nothing was found, and is cleared by a button', async () => {
    const selected: (string | null)[] = [];
    render(<Courses selected={selected} />);
    await golfer.click(field());
    await golfer.keyboard('zzz');
    expect(await screen.findByText("We can't find your course")).toBeTruthy();
    await golfer.click(screen.getByRole('button', { name: 'Clear course' }));
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
  });
});

it('a tap selects a result, and the focus stays in the field', async () => {
  const selected: (string | null)[] = [];
  render(<Courses selected={selected} />);
  await golfer.click(field());
  await golfer.click(screen.getByRole('option', { name: 'Port Ellis' }));
  expect(selected).toEqual(['Port Ellis']);
  expect(document.activeElement).toBe(field());
});

it('a search that is loading says so, not that nothing was found', async () => {
  render(<Courses loading selected={[]} />);
  await golfer.click(field());
  await golfer.keyboard('zzz');
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(screen.queryByText("We can't find your course")).toBeNull();
});
