import { eventually } from '@fairmark/events/testing/eventually';
import { corrected } from '@fairmark/events/testing/golfers';
import { appendToCompetition, createCompetition } from '../testing/competition-log.js';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { keepStandings } from './standings.js';

describe('the stored tables of competitions', () => {
  const stand = Stand.forSuite();
  const missing = async () => (await stand.sql('select from rm.competitions where standings is null')).length;
  /** Stores what is missing, and checks all against the cards. */
  const stored = async () => {
    const keeper = stand.keep(keepStandings(stand.pool, { ...stand.place, isLive: () => true }));
    await eventually(async () => (await missing()) === 0);
    await keeper.stop();
    expect(await stand.verify()).toMatchObject({ differing: 0, differences: [] });
  };

  it('are not stored while the projector catches up: they would soon be out of date', async () => {
    await createCompetition(stand.store, {});
    await stand.projected();
    let asked = 0;
    const isLive = () => (asked += 1) === 0;
    const keeper = stand.keep(keepStandings(stand.pool, { ...stand.place, isLive }));
    await eventually(() => asked > 2);
    await keeper.stop();
    expect(await missing()).toBe(1);
  });

  it('are not stored when the row of the competition has changed meanwhile', async () => {
    await createCompetition(stand.store, {});
    await stand.projected();
    let reads = 0;
    const store = stand.hooked(async () => {
      reads += 1;
      await stand.sql('update rm.competitions set players = players');
    });
    const keeper = stand.keep(keepStandings(stand.pool, { ...stand.place, store, isLive: () => reads === 0 }));
    await eventually(() => reads === 1);
    await keeper.stop();
    expect(await missing()).toBe(1);
  });

  it('follow every event of the competition and every verified or corrected card, and are stored again after a rebuild', async () => {
    const { golfers, courses } = await fillLog(stand.store, { seed: 71, events: 2_000, complete: true });
    const [course] = courses;
    if (course === undefined) throw new Error('no course');
    const at = { ...course, timeZone: 'Australia/Sydney' };
    const given = {
      course: at,
      players: golfers,
      firstDay: '2026-03-01',
      duration: 15,
      at: '2026-02-28T00:00:00.000Z',
    };
    const id = await createCompetition(stand.store, given);
    const other = await createCompetition(stand.store, { ...given, firstDay: '2027-03-01' });
    await stand.live();
    await stored();
    const [played] = await stand.sql<{ counted: number }>(
      `select sum((row ->> 'contributingRounds')::int)::int as counted
       from rm.competitions, jsonb_array_elements(standings) as row where competition_id = $1`,
      [id],
    );
    expect(played?.counted).toBeGreaterThan(10);

    await fillLog(stand.store, { seed: 72, events: 200, complete: true, golfers, courses: [course] });
    await stand.caughtUp();
    // The other competition has not begun.
    expect(await stand.sql('select competition_id as id from rm.competitions where standings is null')).toEqual([
      { id },
    ]);
    await stored();

    const [round] = await stand.sql<{ matchId: string; userId: string }>(
      `select match_id as "matchId", user_id as "userId" from rm.rounds where verified and course_id = $1`,
      [course.courseId],
    );
    await appendToMatch(stand.store, round?.matchId ?? '', [corrected(round?.userId ?? '', golfers[0] ?? '', 1, 9)]);
    await stand.caughtUp();
    expect(await missing()).toBe(1);
    await stored();

    const opened = golfers.slice(0, 3).map((userId) => ({ type: 'CompetitionOpened', data: { userId } }) as const);
    await appendToCompetition(stand.store, other, opened, '2027-03-01T00:00:00.000Z');
    await stand.caughtUp();
    expect(await missing()).toBe(1);
    await stored();

    await stand.sql(`update rm.competitions set standings = '[]' where competition_id = $1`, [id]);
    const differences = [`competitions ${id}: standings are not those of its cards`];
    expect(await stand.verify()).toMatchObject({ differing: 1, differences });
    await stand.rebuild();
    expect(await missing()).toBe(2);
    await stored();
  });
});
