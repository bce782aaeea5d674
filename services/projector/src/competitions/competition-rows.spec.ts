import { randomUUID } from 'node:crypto';
import type { CompetitionEvent } from '@fairmark/events';
import { appendToCompetition, createCompetition } from '../testing/competition-log.js';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';

const [ANN, BOB, CAT, DAN] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];

describe('competitions in the tables', () => {
  const stand = Stand.forSuite();

  const happens = (competitionId: string, ...events: CompetitionEvent[]) =>
    appendToCompetition(stand.store, competitionId, events, '2026-09-07T01:00:00.000Z');
  const row = async (competitionId: string) => {
    const columns = 'host_id, status, players, verified_before';
    return (await stand.sql(`select ${columns} from rm.competitions where competition_id = $1`, [competitionId]))[0];
  };

  it('match their events, among matches and alone, both projected and rebuilt', async () => {
    const projector = stand.project({ pageSize: 7, batchSize: 20, cachedStreams: 3 });
    const one = await createCompetition(stand.store, { hostId: ANN, players: [BOB, CAT] });
    await fillLog(stand.store, { seed: 60, events: 300 });
    const other = await createCompetition(stand.store, { players: [DAN], timeZone: 'Australia/Brisbane' });
    await happens(one, { type: 'CompetitionPlayerRemoved', data: { userId: BOB, reason: 'HOST' } });
    await happens(one, { type: 'CompetitionPlayersAdded', data: { userIds: [DAN, BOB] } });
    await happens(one, { type: 'CompetitionHostChanged', data: { hostId: CAT } });
    await happens(one, { type: 'CompetitionCommandNoted', data: {} });
    await happens(other, { type: 'CompetitionFinished', data: { verifiedBefore: '2026-10-05T14:00:00.000Z' } });
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
    await stand.rebuild({ pageSize: 50, batchSize: 100 });
    expect(await stand.differences()).toEqual([]);
  });
});
