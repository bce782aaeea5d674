/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch } from '@fairmark/contract';
import { resumeWords } from './use-resume.js';

describe('the text that says where a match resumes', () => {
  const round: CurrentMatch = { matchId: 'match', isHost: true, started: true, playType: 'SOCIAL', nextHole: 4 };
  const answer = { match: { course: { name: 'Royal Sandhurst' } }, rounds: [] };

  it.each<[string, CurrentMatch, typeof answer | undefined, number | null, string]>([
    ['names the hole that this phone remembers', round, answer, 7, 'Hole 7 · Royal Sandhurst'],
    ['names on another phone the first hole without my entry', round, answer, null, 'Hole 4 · Royal Sandhurst'],
    ['names only the hole before the match is loaded', round, undefined, 7, 'Hole 7'],
    ['names the host’s lobby', { ...round, started: false }, answer, null, 'Your round settings · Royal Sandhurst'],
    [
      'names a guest’s lobby',
      { ...round, started: false, isHost: false },
      answer,
      null,
      'Your player settings · Royal Sandhurst',
    ],
  ])('%s', (_case, current, match, hole, words) => {
    expect(resumeWords(current, match, hole, 'me')).toBe(words);
  });

  it('names the card that is left to its marker, who has left the round', () => {
    const [me, alex] = [
      { id: 'me', fullName: 'Sam Reid' },
      { id: 'alex', fullName: 'Alex Tran' },
    ];
    const holes = Array.from({ length: 15 }, (_, index) => index + 4);
    const left = {
      match: { course: { name: 'Royal Sandhurst' } },
      rounds: [
        { player: me, marker: alex, withdrawn: true, incompleteHoles: { player: [], marker: [] } },
        { player: alex, marker: me, withdrawn: false, incompleteHoles: { player: [], marker: holes } },
      ],
    };
    expect(resumeWords(round, left, null, 'me')).toBe("Alex's card: 15 holes to enter");
    expect(resumeWords(round, left, null, 'alex')).toBe('Hole 4 · Royal Sandhurst');
  });
});
