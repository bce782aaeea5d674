/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { golfer, lobbyOf, player, type LobbyParts } from '../testing/lobby.js';
import { freeSeats, whyNotStart } from './start-bar.js';

const marker = golfer('Dana Petrov');
const alex = player('Alex Tran', { isHost: true, marker });
const bindi = player('Bindi Walker', { ready: true, marker });
const callum = player('Callum Reid', { ready: true, marker });
const social = { isSocial: true };

describe('why a host cannot start', () => {
  it.each<[string, LobbyParts, string]>([
    ['no handicap yet', { handicap: null, users: [alex, bindi] }, 'Set your round handicap first'],
    ['alone in a match round', { users: [alex] }, 'Invite a player: a match round needs a marker'],
    ['one has not answered', { users: [alex], invited: ['Ewan Doyle'] }, 'Waiting for Ewan to answer'],
    [
      'one is ready and one has not answered',
      { users: [alex, bindi], invited: ['Ewan Doyle'] },
      'Waiting for Ewan to answer',
    ],
    ['one is not ready', { users: [alex, { ...bindi, ready: false }] }, 'Waiting for Bindi to be ready'],
    [
      'two are not ready',
      { users: [alex, { ...bindi, ready: false }, { ...callum, ready: false }] },
      'Waiting for Bindi and Callum to be ready',
    ],
    [
      'two players with the same first name are named in full',
      { users: [alex, player('Bindi Walker'), player('Bindi Lane')] },
      'Waiting for Bindi Walker and Bindi Lane to be ready',
    ],
    [
      'a player who is not ready is named before an open invitation',
      { users: [alex, { ...bindi, ready: false }], invited: ['Ewan Doyle'] },
      'Waiting for Bindi to be ready',
    ],
    ['a player has no marker', { users: [alex, { ...bindi, marker: null }] }, 'Choose a marker for Bindi'],
    ['all players are ready and have a marker', { users: [alex, bindi, callum] }, ''],
    ['a scratch handicap counts as set', { handicap: 0, users: [alex, bindi] }, ''],
    ['a start does not wait for the host to be ready', { users: [{ ...alex, ready: false }, bindi] }, ''],
    ['a practice round may be played alone', { match: social, users: [{ ...alex, marker: null }] }, ''],
    ['a practice round does not wait for players', { match: social, users: [alex, player('Bindi Walker')] }, ''],
    ['an open invitation does not hold up a practice round', { match: social, invited: ['Ewan Doyle'] }, ''],
    ['a practice round needs the host’s handicap', { match: social, handicap: null }, 'Set your round handicap first'],
  ])('%s', (_case, parts, reason) => {
    expect(whyNotStart(lobbyOf(parts))).toBe(reason);
  });
});

it.each<[string, LobbyParts, number]>([
  ['the host takes one of three', {}, 2],
  ['three players take all', { users: [alex, bindi, callum] }, 0],
  ['invitations count', { users: [alex, bindi], invited: ['Ewan Doyle'] }, 0],
  ['the server sets the size of a group', { match: { maxGroupSize: 4 }, users: [alex, bindi, callum] }, 1],
])('free seats: %s', (_case, parts, free) => {
  expect(freeSeats(lobbyOf(parts))).toBe(free);
});
