/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { takenTee, whatIsMissing, type SetUp } from './settings/use-set-up.js';
import type { CourseRating, Gender, Tee } from '@fairmark/contract';
import { teeRating } from './settings/tee-field.js';
import { person, lobbyOf, player, type LobbyParts } from './testing/lobby.js';
import { whyNotStart } from './host/start-bar.js';

const mens = { ratingKind: 'Championship Tees', tee: 'Championship', gender: 'MALE', rating: 130 } as const;
const ladies = { ratingKind: 'Ladies Tees', tee: 'Standard', gender: 'FEMALE', ratingCopy: 'Being rated' } as const;
const own = { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE', ratingCopy: '–' } as const;

const course = { slopeRatings: [mens, own, ladies] };
const complete: SetUp = { playType: 'COMPETITION', course, matchType: 'PAR', tee: 'Pro', gender: 'MALE' };

describe('a match set-up', () => {
  it.each<[Partial<SetUp>, string]>([
    [{}, ''],
    [{ matchType: null }, 'Choose a match type'],
    [{ tee: null, gender: 'FEMALE' }, 'Choose a tee'],
    [{ gender: 'FEMALE' }, 'This tee has no rating for your gender'],
    [{ tee: 'Standard' }, 'This tee has no rating for your gender'],
    [{ gender: undefined }, ''],
    [{ course: null, matchType: null, tee: null }, 'Choose a course'],
    [{ playType: 'SOCIAL', matchType: null }, ''],
    [{ playType: 'SOCIAL', matchType: null, tee: null }, 'Choose a tee'],
  ])('with %j lacks "%s"', (change, missing) => {
    expect(whatIsMissing({ ...complete, ...change })).toBe(missing);
  });

  it('chooses the only tee by itself, and drops one that the course does not have', () => {
    expect(takenTee({ tees: [{ tee: 'Standard' }] }, null)).toBe('Standard');
    expect(takenTee({ tees: [{ tee: 'Standard' }, { tee: 'Pro' }] }, null)).toBeNull();
    expect(takenTee({ tees: [{ tee: 'Standard' }, { tee: 'Pro' }] }, 'Pro')).toBe('Pro');
    expect(takenTee({ tees: [{ tee: 'Standard' }, { tee: 'Championship' }] }, 'Pro')).toBeNull();
  });
});

test.each<[Tee, Gender | undefined, CourseRating[] | null, CourseRating | undefined]>([
  ['Pro', 'MALE', [mens, ladies], mens],
  ['Championship', 'FEMALE', [mens, ladies], mens],
  // A rating set with words instead of numbers is not replaced by another set.
  ['Pro', 'FEMALE', [mens, own, ladies], own],
  ['Standard', 'FEMALE', [mens, ladies], ladies],
  ['Standard', 'MALE', [mens, ladies], undefined],
  ['Standard', undefined, [mens, ladies], undefined],
  ['Pro', 'MALE', null, undefined],
])('the rating of %s for %s on a course with %j', (tee, gender, slopeRatings, expected) => {
  expect(teeRating(slopeRatings && { slopeRatings }, tee, gender)).toEqual(expected);
});

const marker = person('Dana Petrov');
const alex = player('Alex Tran', { isHost: true, marker });
const bindi = player('Bindi Walker', { ready: true, marker });
const callum = player('Callum Reid', { ready: true, marker });
const social = { isSocial: true };

describe('why a host cannot start', () => {
  const ewan = { invited: ['Ewan Doyle'] };
  const bindiWaits = { ...bindi, ready: false };
  const namesakes = [alex, player('Bindi Walker'), player('Bindi Lane')];
  it.each<[string, LobbyParts, string]>([
    ['no handicap yet', { handicap: null, users: [alex, bindi] }, 'Set your round handicap first'],
    ['alone in a match round', { users: [alex] }, 'Invite a player: a match round needs a marker'],
    ['one has not answered', { users: [alex], ...ewan }, 'Waiting for Ewan to answer'],
    ['one is ready and one has not answered', { users: [alex, bindi], ...ewan }, 'Waiting for Ewan to answer'],
    ['one is not ready', { users: [alex, bindiWaits] }, 'Waiting for Bindi to be ready'],
    ['two share a first name', { users: namesakes }, 'Waiting for Bindi Walker and Bindi Lane to be ready'],
    [
      'one is not ready, one has not answered',
      { users: [alex, bindiWaits], ...ewan },
      'Waiting for Bindi and Ewan to be ready',
    ],
    ['a player has no marker', { users: [alex, { ...bindi, marker: null }] }, 'Choose a marker for Bindi'],
    ['all players are ready and have a marker', { users: [alex, bindi, callum] }, ''],
    ['a scratch handicap counts as set', { handicap: 0, users: [alex, bindi] }, ''],
    ['a start does not wait for the host to be ready', { users: [{ ...alex, ready: false }, bindi] }, ''],
    ['a practice round may be played alone', { match: social, users: [{ ...alex, marker: null }] }, ''],
    ['a practice round waits for no answer', { match: social, users: [alex, player('Bindi Walker')], ...ewan }, ''],
    ['a practice round needs the host’s handicap', { match: social, handicap: null }, 'Set your round handicap first'],
  ])('%s', (_case, parts, reason) => {
    expect(whyNotStart(lobbyOf(parts))).toBe(reason);
  });
});
