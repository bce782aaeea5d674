import { randomUUID } from 'node:crypto';
import { competitionStream, verifyChain } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { chance, createLogger } from '@fairmark/server';
import { appendToCompetition, competitionCourse, createdCompetition } from '../testing/competition-log.js';
import { scriptedCourse } from '../testing/match-script.js';
import { Stand } from '../testing/stand.js';
import { startWork, type RunningWork } from '../jobs/start-work.js';
import { competitionWork, finishCompetition } from './competition-work.js';

const CREATED = '2026-09-07T01:00:00.000Z';
/** Four weeks end on 4 October, when the clocks of Sydney go forward and those of Brisbane do not. */
const DEADLINES = { sydney: '2026-10-05T13:00:00.000Z', brisbane: '2026-10-05T14:00:00.000Z' };

describe('finishing competitions', () => {
  let running: RunningWork[];
  let now: string;
  beforeEach(() => {
    running = [];
    now = CREATED;
  });
  afterEach(() => Promise.all(running.map((each) => each.stop())));
  const stand = Stand.forSuite();

  const course = competitionCourse(scriptedCourse(chance(9), 'Banksia Links'));
  const creates = async (timeZone: string) => {
    const competitionId = randomUUID();
    const about = { competitionId, hostId: randomUUID(), course: { ...course, timeZone }, firstDay: '2026-09-07' };
    await appendToCompetition(stand.store, competitionId, createdCompetition(about, [randomUUID()]), CREATED);
    return competitionId;
  };
  const finished = async (competitionId: string) =>
    (await stand.store.readStream(competitionStream(competitionId))).filter(
      ({ type }) => type === 'CompetitionFinished',
    );
  const finisher = () => {
    const logger = createLogger('finisher', 'silent');
    const { url: databaseUrl, store, pool } = stand;
    const work = competitionWork(pool, { store, logger, clock: () => new Date(now) });
    running.push(startWork({ ...work, everyMs: 20 }, { databaseUrl, logger }));
  };

  it('happens at the deadline of each, once, however many processes look', async () => {
    stand.project();
    const [sydney, brisbane] = [await creates('Australia/Sydney'), await creates('Australia/Brisbane')];
    await stand.caughtUp();
    now = DEADLINES.sydney;
    for (let process = 0; process < 3; process += 1) finisher();
    await eventually(async () => (await finished(sydney)).length > 0);
    expect(await finished(brisbane)).toEqual([]);
    now = '2027-03-01T00:00:00.000Z';
    await eventually(async () => (await finished(brisbane)).length > 0);
    await stand.caughtUp();
    expect((await finished(sydney)).map(({ data }) => data)).toEqual([{ verifiedBefore: DEADLINES.sydney }]);
    // Months late, the table is that of the deadline.
    expect((await finished(brisbane)).map(({ data }) => data)).toEqual([{ verifiedBefore: DEADLINES.brisbane }]);
    expect(verifyChain(await stand.store.readStream(competitionStream(brisbane)))).toBeNull();
    expect(await stand.differences()).toEqual([]);
  });

  it('is the work of the projector process', async () => {
    const projector = stand.project();
    const competitionId = randomUUID();
    // Over in 2020, by any clock.
    const about = { competitionId, hostId: randomUUID(), course, firstDay: '2020-01-01' };
    const events = createdCompetition(about, [randomUUID()]);
    await appendToCompetition(stand.store, competitionId, events, '2020-01-01T00:00:00.000Z');
    await stand.caughtUp();
    await projector.stop();
    const child = stand.spawn();
    await eventually(async () => (await finished(competitionId)).length > 0);
    await stand.caughtUp();
    await stand.kill(child);
    expect(await stand.differences()).toEqual([]);
  });

  it('waits for its minute', async () => {
    const competitionId = await creates('Australia/Sydney');
    expect(await finishCompetition(stand.store, competitionId, '2026-10-05T12:59:00.000Z')).toBe(false);
    expect(await finishCompetition(stand.store, competitionId, DEADLINES.sydney)).toBe(true);
    expect(await finishCompetition(stand.store, competitionId, DEADLINES.sydney)).toBe(false);
  });

  it('passes over what was deleted meanwhile, and what never was', async () => {
    const competitionId = await creates('Australia/Sydney');
    const deleted = { type: 'CompetitionDeleted', data: { reason: 'HOST' } } as const;
    await appendToCompetition(stand.store, competitionId, [deleted], '2026-10-05T13:30:00.000Z');
    expect(await finishCompetition(stand.store, competitionId, '2026-12-01T00:00:00.000Z')).toBe(false);
    expect(await finishCompetition(stand.store, randomUUID(), '2026-12-01T00:00:00.000Z')).toBe(false);
  });
});
