import { mayRead } from './match.policy.js';
import { AN_HOUR_LATER, matchAfter } from '../../testing/given.js';
import { accepted, created, invited, markersAssigned, removed } from '../../testing/golfers.js';

/** Who may look at a match. */

const GOLFERS = { host: 'ann', player: 'ben', invitee: 'cat', stranger: 'dan' } as const;

const state = matchAfter(
  created(),
  invited('ben'),
  accepted('ben'),
  markersAssigned({ ann: 'ben', ben: 'ann' }),
  invited('cat'),
);

test('to look is for everybody who is in the match or asked to it', () => {
  const lookers = Object.entries(GOLFERS).filter(([, golfer]) => mayRead(state, golfer, AN_HOUR_LATER));
  expect(lookers.map(([role]) => role)).toEqual(['host', 'player', 'invitee']);
  const kicked = matchAfter(created(), invited('ben'), accepted('ben'), removed('ben'));
  expect(mayRead(kicked, 'ben', AN_HOUR_LATER)).toBe(false);
});

test('a lobby that is a day old is nothing any more to those who never answered', () => {
  const aDayLater = new Date(Date.parse(state.createdAt) + 24 * 3_600_000).toISOString();
  expect(mayRead(state, 'cat', aDayLater)).toBe(false);
  expect(mayRead(state, 'ben', aDayLater)).toBe(true);
});
