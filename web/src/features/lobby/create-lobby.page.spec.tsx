/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startSession } from '../../api/call/session.js';
import { readStored, writeStored } from '../../api/call/stored.js';
import { showPages } from '../../shared/testing/pages.js';
import { serve } from '../../shared/testing/server.js';
import { Component as CreateLobby } from './create-lobby.page.js';

const course = (name: string) => ({
  id: name.toLowerCase(),
  name,
  clubName: `${name} Golf Club`,
  state: 'TAS',
  tees: [],
});
const COURSES = [course('Fernside'), course('Harrow')];

/** Opens the page as this golfer, on a phone that keeps what it has stored. Gives back the field of the course. */
async function openAs(userId: string, homeCourse: object | null = null) {
  cleanup();
  startSession({ token: `of ${userId}`, userId });
  serve(({ path }) => {
    if (path === '/api/auth/user') return { user: { id: userId, fullName: 'Sam Reid', homeCourse } };
    if (path === '/api/match/current') return { current: null };
    if (path === '/api/courses') return { courses: COURSES };
    const named = COURSES.find(({ id }) => path === `/api/courses/${id}`);
    return named === undefined ? 'COURSE_NOT_FOUND' : { course: named };
  });
  showPages([{ path: '/', Component: CreateLobby }], '/');
  return screen.findByRole<HTMLInputElement>('combobox', { name: 'Course' });
}

it('does not go on asking for a course chosen last that is there no more', async () => {
  writeStored('course.sam', 'gone');
  const field = await openAs('sam');
  await waitFor(() => expect(readStored('course.sam')).toBeNull());
  expect(field.value).toBe('');
});

it('begins with the course chosen last on this phone, each golfer with their own, a home course first', async () => {
  localStorage.clear();
  const golfer = userEvent.setup({ delay: null });
  const field = await openAs('sam');
  expect(field.value).toBe('');
  await golfer.type(field, 'Fern');
  await golfer.click(await screen.findByRole('option', { name: /Fernside/ }));
  const again = await openAs('sam');
  await waitFor(() => expect(again.value).toBe('Fernside'));
  expect((await openAs('jo')).value).toBe('');
  const home = await openAs('sam', COURSES[1]);
  await waitFor(() => expect(home.value).toBe('Harrow'));
});
