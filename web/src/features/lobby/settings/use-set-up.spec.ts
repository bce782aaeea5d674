/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { takenTee, whatIsMissing, type SetUp } from './use-set-up.js';

const complete: SetUp = { playType: 'COMPETITION', course: {}, matchType: 'PAR', tee: 'Pro', rated: true };

describe('a match set-up', () => {
  it.each<[Partial<SetUp>, string]>([
    [{}, ''],
    [{ course: null }, 'Choose a course'],
    [{ matchType: null }, 'Choose a match type'],
    [{ tee: null }, 'Choose a tee'],
    [{ tee: null, rated: false }, 'Choose a tee'],
    [{ rated: false }, 'This tee has no rating for your gender'],
    [{ course: null, matchType: null, tee: null }, 'Choose a course'],
    [{ playType: 'SOCIAL', matchType: null }, ''],
    [{ playType: 'SOCIAL', matchType: null, tee: null }, 'Choose a tee'],
  ])('with %j lacks "%s"', (change, missing) => {
    expect(whatIsMissing({ ...complete, ...change })).toBe(missing);
  });

  it('chooses the only tee by itself, and drops one that the course does not have', () => {
    expect(takenTee([{ tee: 'Standard' }], null)).toBe('Standard');
    expect(takenTee([{ tee: 'Standard' }, { tee: 'Pro' }], null)).toBeNull();
    expect(takenTee([{ tee: 'Standard' }, { tee: 'Pro' }], 'Pro')).toBe('Pro');
    expect(takenTee([{ tee: 'Standard' }, { tee: 'Championship' }], 'Pro')).toBeNull();
  });
});
