import { randomUUID } from 'node:crypto';
import type { CompetitionEvent } from '@fairmark/events';
import { chance, createLogger } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { rebuildClubhouse } from '../rebuild/rebuild-clubhouse.js';
import { appendToCompetition, competitionCourse, createdCompetition } from '../testing/competition-log.js';
import { fillLog } from '../testing/fill-log.js';
import { scriptedCourse } from '../testing/match-script.js';
import { Stand } from '../testing/stand.js';

const NOW = '2026-09-07T01:00:00.000Z';
const [ANN, BOB, CAT, DAN] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];

describe('competitions in the tables', () => {
  const stand = Stand.forSuite();

  const course = competitionCourse(scriptedCourse(chance(8), 'Banksia Links'));
  const happens = (competitionId: string, ...events: CompetitionEvent[]) =>
    appendToCompetition(stand.store, competitionId, events, NOW);
  const creates = async (players: string[], timeZone = 'Australia/Sydney') => {
    const competitionId = randomUUID();
    const about = { competitionId, hostId: ANN, course: { ...course, timeZone }, firstDay: '2026-09-07' };
    await happens(competitionId, ...createdCompetition(about, players));
    return competitionId;
  };
  const row = async (competitionId: string) => {
    const { rows } = await stand.pool.query(
      `select host_id, status, players, verified_before from ${CLUBHOUSE_SCHEMA}.competitions where competition_id = $1`,
      [competitionId],
    );
    return rows[0] as unknown;
  };

  it('are what their events say, among matches and alone, followed and rebuilt', async () => {
    const projector = stand.project({ pageSize: 7, batchSize: 20, cachedStreams: 3 });
    const one = await creates([BOB, CAT]);
    await fillLog(stand.store, { seed: 60, events: 300 });
    const other = await creates([DAN], 'Australia/Brisbane');
    await happens(one, { type: 'CompetitionPlayerRemoved', data: { userId: BOB, reason: 'HOST' } });
    await happens(one, { type: 'CompetitionPlayersAdded', data: { userIds: [DAN, BOB] } });
    await happens(one, { type: 'CompetitionHostChanged', data: { hostId: CAT } });
    await happens(one, { type: 'CompetitionCommandNoted', data: {} });
    await happens(other, {
      type: 'CompetitionFinished',
      data: { verifiedBefore: '2026-10-05T14:00:00.000Z' },
    });
    await happens(other, { type: 'CompetitionDeleted', data: { reason: 'HOST' } });
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
    expect(await row(one)).toEqual({
      host_id: CAT,
      status: 'OPEN',
      players: [CAT, DAN, BOB],
      // The clocks go forward on the last day, 4 October.
      verified_before: new Date('2026-10-05T13:00:00.000Z'),
    });
    expect(await row(other)).toMatchObject({
      status: 'DELETED',
      verified_before: new Date('2026-10-05T14:00:00.000Z'),
    });
    await projector.stop();
    const logger = createLogger('test', 'silent');
    await rebuildClubhouse({ databaseUrl: stand.url, store: stand.store, logger, pageSize: 50, batchSize: 100 });
    expect(await stand.differences()).toEqual([]);
  });

  it('stand still alone when one of their events cannot be applied', async () => {
    const broken = await creates([BOB]);
    await happens(broken, { type: 'CompetitionPlayerRemoved', data: { userId: DAN, reason: 'HOST' } });
    const sound = await creates([DAN]);
    stand.project();
    await stand.caughtUp();
    expect(await stand.parked()).toEqual([
      expect.objectContaining({ stream: `competition-${broken}`, type: 'CompetitionPlayerRemoved' }),
    ]);
    expect(await row(sound)).toMatchObject({ players: [DAN] });
  });
});
