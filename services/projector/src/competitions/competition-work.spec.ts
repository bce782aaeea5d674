import { randomUUID } from 'node:crypto';
import { competitionStream, verifyChain } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { appendToCompetition, createCompetition } from '../testing/competition-log.js';
import { Stand } from '../testing/stand.js';
import { competitionWork, finishCompetition } from './competition-work.js';

/** Four weeks end on 4 October, when the clocks of Sydney go forward and those of Brisbane do not. */
const DEADLINES = { sydney: '2026-10-05T13:00:00.000Z', brisbane: '2026-10-05T14:00:00.000Z' };
const MONTHS_LATE = '2027-03-01T00:00:00.000Z';

describe('finishing competitions', () => {
  const stand = Stand.forSuite();

  const finished = async (competitionId: string) => {
    const events = await stand.store.readStream(competitionStream(competitionId));
    return events.filter(({ type }) => type === 'CompetitionFinished').map(({ data }) => data);
  };

  it('happens once at the deadline of each, however many processes check', async () => {
    stand.project();
    const sydney = await createCompetition(stand.store);
    const brisbane = await createCompetition(stand.store, { timeZone: 'Australia/Brisbane' });
    await stand.caughtUp();
    let now = DEADLINES.sydney;
    const options = { ...stand.place, clock: () => new Date(now) };
    for (let process = 0; process < 3; process += 1) stand.work(competitionWork(stand.pool, options));
    await eventually(async () => (await finished(sydney)).length > 0);
    expect(await finished(brisbane)).toEqual([]);
    now = MONTHS_LATE;
    await eventually(async () => (await finished(brisbane)).length > 0);
    await stand.caughtUp();
    expect(await finished(sydney)).toEqual([{ verifiedBefore: DEADLINES.sydney }]);
    // Even months late, the recorded deadline is the same.
    expect(await finished(brisbane)).toEqual([{ verifiedBefore: DEADLINES.brisbane }]);
    expect(verifyChain(await stand.store.readStream(competitionStream(brisbane)))).toBeNull();
    expect(await stand.differences()).toEqual([]);
  });

  it('waits for the deadline, and skips deleted and unknown competitions', async () => {
    const [one, deleted] = [await createCompetition(stand.store), await createCompetition(stand.store)];
    expect(await finishCompetition(stand.store, one, '2026-10-05T12:59:00.000Z')).toBe(false);
    expect(await finishCompetition(stand.store, one, DEADLINES.sydney)).toBe(true);
    expect(await finishCompetition(stand.store, one, DEADLINES.sydney)).toBe(false);
    const event = { type: 'CompetitionDeleted', data: { reason: 'HOST' } } as const;
    await appendToCompetition(stand.store, deleted, [event], '2026-10-05T13:30:00.000Z');
    for (const id of [deleted, randomUUID()]) expect(await finishCompetition(stand.store, id, MONTHS_LATE)).toBe(false);
  });
});
