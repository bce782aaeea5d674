/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { rememberHole, storedRound } from '../../api/stored-round.js';
import { enterMatch, isLeaving, leavingMatch } from './leaving.js';

describe('leaving a match', () => {
  it('is noted during the call and afterwards, and this phone forgets the match', async () => {
    enterMatch('one');
    rememberHole(3);
    const during = await leavingMatch('one', () => Promise.resolve(isLeaving('one')));
    expect(during).toBe(true);
    expect(isLeaving('one')).toBe(true);
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  it('changes nothing when the call is refused', async () => {
    enterMatch('two');
    rememberHole(5);
    await expect(leavingMatch('two', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(isLeaving('two')).toBe(false);
    expect(storedRound()).toEqual({ matchId: 'two', hole: 5 });
  });

  it('is no longer noted once the golfer is in the match again', async () => {
    await leavingMatch('three', () => Promise.resolve());
    enterMatch('three');
    expect(isLeaving('three')).toBe(false);
  });
});
