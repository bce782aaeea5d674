/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch } from '@fairmark/contract';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { ApiError } from '../../api/call/errors.js';
import { currentQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { CommandBanner } from './parts/command-banner.js';
import { PlayersCard } from './players.js';
import { TeeField, type TeeFieldProps } from './settings/tee-field.js';
import { person, lobbyOf, player } from './testing/lobby.js';

test('the players of a lobby are shown with words for how far each one is', () => {
  const users = [
    player('Alex Tran', { isHost: true, dailyHandicapForShow: '14', marker: person('Bindi Walker') }),
    player('Bindi Walker', { ready: true }),
    player('Callum Reid'),
  ];
  render(<PlayersCard answer={lobbyOf({ users, invited: ['Dana Petrov'] })} />);
  const rows = screen.getAllByRole('listitem');
  const [alex, bindi, callum, dana] = rows.map((row) => within(row));
  expect(rows).toHaveLength(4);
  expect(alex?.getByText('Host')).toBeTruthy();
  expect(alex?.getByText('Daily 14 · Marker: Bindi Walker')).toBeTruthy();
  expect(bindi?.getByText('Ready')).toBeTruthy();
  expect(callum?.getByText('Setting up')).toBeTruthy();
  expect(dana?.getByText('Invited')).toBeTruthy();
});

const ROUND: CurrentMatch = { matchId: 'round', isHost: false, started: true, playType: 'COMPETITION', nextHole: 7 };

test.each<[string, CurrentMatch | null, string]>([
  ['to the hole at which it resumes', ROUND, '/score/7?id=round'],
  ['to its first hole when it has begun since', null, '/score/1?id=round'],
])('the refusal because of another round says what to do, and leads %s', (_what, current, address) => {
  queryClient.setQueryData(currentQuery().queryKey, { status: 200, position: '1', current, maxGroupSize: 3 });
  const error = new ApiError('ALREADY_IN_MATCH', 'You are in a round', 409, { matchId: 'round' });
  render(<CommandBanner error={error} />, { wrapper: MemoryRouter });
  expect(screen.getByText('Finish or delete the round you are in first.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Resume Round' }).getAttribute('href')).toBe(address);
});

test('the tees show their colours, and one that is not rated for my gender the club’s words beside its kind', () => {
  const course: TeeFieldProps['course'] = {
    tees: [
      { tee: 'Championship', name: 'Blue', colour: '#1f4e8c' },
      { tee: 'Standard', name: null, colour: null },
    ],
    slopeRatings: [
      { ratingKind: 'Championship Tees', tee: 'Championship', gender: 'MALE', rating: 130 },
      { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE', ratingCopy: 'Rated in March' },
      { ratingKind: 'Ladies Tees', tee: 'Standard', gender: 'FEMALE', ratingCopy: 'Being rated' },
    ],
  };
  const { rerender } = render(<TeeField course={course} gender="FEMALE" tee={null} onChange={() => {}} />);
  const colourOf = (tee: string) => screen.getByText(tee).querySelector('i')?.style.background;
  expect(['Blue', 'Standard'].map(colourOf)).toEqual(['rgb(31, 78, 140)', undefined]);
  expect(screen.getByText('Championship · Rated in March')).toBeTruthy();
  expect(screen.getByText('Being rated')).toBeTruthy();
  rerender(<TeeField course={course} gender="MALE" tee={null} onChange={() => {}} />);
  expect(screen.queryByText(/rated/i)).toBeNull();
});
