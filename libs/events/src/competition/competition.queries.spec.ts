import { competitionWith } from '../testing/competitions.js';
import { A, B, C, COMPETITION_EXAMPLES } from '../testing/event-examples.js';
import type { CompetitionEvent, CompetitionEvents } from './competition.events.js';
import { deadlineOf, finishing, isFinished, showsHoles, whichCount } from './competition.queries.js';

const HOST = 'a0000000-0000-4000-8000-000000000001';

const competition = (data: Partial<CompetitionEvents['CompetitionCreated']> = {}, ...more: CompetitionEvent[]) =>
  competitionWith([A, B], { hostId: HOST, ...data }, ...more);

/** Sundays only. */
const sydney = competition({ days: ['Sunday'] });
const [A_MOMENT_BEFORE, DEADLINE] = ['2026-10-05T12:59:59.999Z', '2026-10-05T13:00:00.000Z'];

describe('a card counts', () => {
  const { courseId } = COMPETITION_EXAMPLES.CompetitionCreated.course;
  const card = { userId: A, courseId, day: '2026-10-04', verifiedAt: '2026-10-04T08:00:00.000Z' };

  it.each([
    ['as it is', {}, true],
    ['of a golfer who is not a player', { userId: C }, false],
    ['of the host, who was not added', { userId: HOST }, false],
    ['on another course', { courseId: B }, false],
    ['that is not verified', { verifiedAt: null }, false],
    ['verified a moment before the deadline', { verifiedAt: A_MOMENT_BEFORE }, true],
    ['verified at the deadline', { verifiedAt: DEADLINE }, false],
    ['of the first day that counts', { day: '2026-09-13' }, true],
    ['of a day before the window', { day: '2026-09-06' }, false],
    ['of a day after the window', { day: '2026-10-11' }, false],
    ['of another day of the week', { day: '2026-10-03' }, false],
  ])('%s: %j %s', (_, changed, counts) => expect(whichCount(sydney)({ ...card, ...changed })).toBe(counts));
});

describe('a competition is finished', () => {
  it('at its deadline, and with that deadline however late the finish is recorded', () => {
    expect(deadlineOf(sydney)).toBe(DEADLINE);
    expect([isFinished(sydney, A_MOMENT_BEFORE), finishing(sydney, A_MOMENT_BEFORE)]).toEqual([false, []]);
    for (const now of [DEADLINE, '2027-05-01T00:00:00.000Z']) {
      expect(isFinished(sydney, now)).toBe(true);
      expect(finishing(sydney, now)).toEqual([{ type: 'CompetitionFinished', data: { verifiedBefore: DEADLINE } }]);
    }
  });

  it('only once, and never after its deletion', () => {
    const now = '2028-01-01T00:00:00.000Z';
    const finished = competition({}, { type: 'CompetitionFinished', data: COMPETITION_EXAMPLES.CompetitionFinished });
    const deleted = competition({}, { type: 'CompetitionDeleted', data: { reason: 'HOST' } });
    expect(finishing(finished, now)).toEqual([]);
    expect(finishing(deleted, now)).toEqual([]);
  });
});

describe('others see the holes of a player', () => {
  const added = competition().players.get(A) ?? '';
  const [before, after] = [-1, 1].map((ms) => new Date(Date.parse(added) + ms).toISOString());
  const asked = competition({ consent: 'ASKED' });
  const openedByA = competition({ consent: 'ASKED' }, { type: 'CompetitionOpened', data: { userId: A } });

  it.each([
    ['not before the player has given consent', asked, A, [], false],
    ['not for rounds begun before the player was added', asked, A, [before], false],
    ['for a round begun at the moment of the addition', asked, A, [added], true],
    ['for a later round beside earlier ones', asked, A, [before, after], true],
    ['who has opened the competition', openedByA, A, [], true],
    ['but not of another player', openedByA, B, [], false],
    ['where consent is assumed', competition({ consent: 'ASSUMED' }), A, [], true],
    ['never of a golfer who is not a player', asked, C, [added], false],
  ])('%s', (_, state, userId, rounds, shown) => {
    expect(showsHoles(state, userId, rounds.map(String))).toBe(shown);
  });
});
