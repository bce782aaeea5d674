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

/** The caller's part: what it holds, what the server found. */
function Courses({ loading = false, told }: { loading?: boolean; told: (string | null)[] }) {
  const [query, setQuery] = useState('');
  const [value, setValue] = useState<Course | null>(null);
  return (
    <SearchSelect
      label="Course"
      items={COURSES.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))}
      itemKey={({ id }) => String(id)}
      itemLabel={({ name }) => name}
      query={query}
      onQueryChange={setQuery}
      value={value}
      onSelect={(course) => {
        told.push(course?.name ?? null);
        setValue(course);
      }}
      loading={loading}
      empty="We can't find your course"
    />
  );
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' });

describe('a search', () => {
  it('takes one of what was found, by keyboard', async () => {
    const told: (string | null)[] = [];
    render(<Courses told={told} />);
    await golfer.click(field());
    await golfer.keyboard('sand');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    await golfer.keyboard('{ArrowDown}{ArrowDown}');
    const meant = field().getAttribute('aria-activedescendant') ?? '';
    expect(document.getElementById(meant)?.textContent).toBe('Sandy Creek');
    await golfer.keyboard('{Enter}');
    expect(told).toEqual(['Sandy Creek']);
    expect(field().value).toBe('sand');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Sandy Creek');
  });

  it('says when there is nothing, and is cleared by a button', async () => {
    const told: (string | null)[] = [];
    render(<Courses told={told} />);
    await golfer.click(field());
    await golfer.keyboard('zzz');
    expect(await screen.findByText("We can't find your course")).toBeTruthy();
    await golfer.click(screen.getByRole('button', { name: 'Clear course' }));
    expect(field().value).toBe('');
    expect(document.activeElement).toBe(field());
  });
});

it('is taken with a tap, and the focus stays in the field', async () => {
  const told: (string | null)[] = [];
  render(<Courses told={told} />);
  await golfer.click(field());
  await golfer.click(screen.getByRole('option', { name: 'Port Ellis' }));
  expect(told).toEqual(['Port Ellis']);
  expect(document.activeElement).toBe(field());
});

it('says that it is looking, not that there is nothing', async () => {
  render(<Courses loading told={[]} />);
  await golfer.click(field());
  await golfer.keyboard('zzz');
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(screen.queryByText("We can't find your course")).toBeNull();
});
