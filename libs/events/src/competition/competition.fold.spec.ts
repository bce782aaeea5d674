import { competitionWith, FOUR_WEEKS } from '../testing/competitions.js';
import { A, B, C, COMPETITION_EXAMPLES } from '../testing/event-examples.js';
import { recorded } from '../testing/recorded.js';
import { applyCompetitionEvent, foldCompetition } from './competition.fold.js';

describe('the fold of a competition', () => {
  it('remembers who has opened it, beginning with its host', () => {
    const { opened } = competitionWith([B, A], {}, { type: 'CompetitionOpened', data: { userId: B } });
    expect([...opened]).toEqual([COMPETITION_EXAMPLES.CompetitionCreated.hostId, B]);
  });

  it.each([
    ['removes a player who leaves before the deadline', `${FOUR_WEEKS.lastDay}T00:00:00.000Z`, [A]],
    ['and keeps one who leaves after it', '2027-02-01T00:00:00.000Z', [B, A]],
  ])('%s', (_, recordedAt, stay) => {
    const leaves = { type: 'CompetitionPlayerLeft', data: { userId: B } } as const;
    const { players, left } = applyCompetitionEvent(competitionWith([B, A]), leaves, { id: 'e3', recordedAt });
    expect([[...players.keys()], [...left]]).toEqual([stay, [B]]);
  });

  it('refuses events that cannot follow', () => {
    const deleted = { type: 'CompetitionDeleted', data: { reason: 'HOST' } };
    expect(() => foldCompetition(recorded([deleted]))).toThrow('before CompetitionCreated');
    const strangers = [
      { type: 'CompetitionPlayerRemoved', data: { userId: C, reason: 'HOST' } },
      { type: 'CompetitionPlayerLeft', data: { userId: C } },
    ] as const;
    for (const event of strangers) {
      expect(() => competitionWith([B, A], {}, event)).toThrow('is not in competition');
    }
    expect(() => foldCompetition(recorded([{ type: 'MatchCreated', data: {} }]))).toThrow('not a competition event');
  });
});
