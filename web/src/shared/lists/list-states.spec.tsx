/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ApiError } from '../../api/call/errors.js';
import { ListStates, type ListQuery } from './list-states.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function show(first: Partial<ListQuery<{ rows: string }>>) {
  const refetch = jest.fn();
  const page = (query: Partial<ListQuery<{ rows: string }>>) => (
    <MemoryRouter>
      <ListStates query={{ data: undefined, error: null, isFetching: false, refetch, ...query }} waiting="Loading">
        {({ rows }) => <p>{rows}</p>}
      </ListStates>
    </MemoryRouter>
  );
  const { rerender } = render(page(first));
  return { refetch, change: (query: Partial<ListQuery<{ rows: string }>>) => rerender(page(query)) };
}

it('a list without an answer says so and is read again by itself, without a skeleton in between', () => {
  const { refetch, change } = show({ error: new ApiError('NO_ANSWER', 'There was no answer.') });
  expect(screen.getByRole('alert').textContent).toContain('There was no answer.');
  act(() => jest.advanceTimersByTime(10_000));
  expect(refetch).toHaveBeenCalledTimes(1);
  change({ isFetching: true });
  act(() => jest.advanceTimersByTime(12_000));
  expect(refetch).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert')).toBeTruthy();
  change({ data: { rows: 'Alex Kerr' } });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Alex Kerr')).toBeTruthy();
});

it('a list that could not be read again keeps its rows, and is asked for until it can', () => {
  const data = { rows: 'Alex Kerr' };
  const error = new ApiError('NO_ANSWER', 'There was no answer.');
  const { refetch, change } = show({ data, error });
  for (const times of [1, 2]) {
    act(() => jest.advanceTimersByTime(10_000));
    expect(refetch).toHaveBeenCalledTimes(times);
    change({ data, error, isFetching: true });
    change({ data, error });
  }
  change({ data });
  act(() => jest.advanceTimersByTime(60_000));
  expect(refetch).toHaveBeenCalledTimes(2);
  expect(screen.getByText('Alex Kerr')).toBeTruthy();
});

it('a list that is refused is not read again by itself', () => {
  const { refetch } = show({ error: new ApiError('FORBIDDEN', 'Not yours', 403) });
  act(() => jest.advanceTimersByTime(60_000));
  expect(refetch).not.toHaveBeenCalled();
});
