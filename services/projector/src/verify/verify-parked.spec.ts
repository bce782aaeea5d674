import type { MatchEvent } from '@fairmark/events';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { scriptedCourse } from '../testing/match-script.js';
import { lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import { verifyClubhouse } from './verify-clubhouse.js';

const luck = chance(150);
const stranger = luck.uuid();
const verified: MatchEvent = { type: 'CardVerified', data: { userId: stranger, cardHash: 'f'.repeat(64) } };

describe('the verification of tables with parked events', () => {
  let stand: Stand;
  let matchIds: string[];
  beforeAll(async () => {
    stand = await Stand.make();
  });
  beforeEach(async () => {
    ({ matchIds } = await fillLog(stand.store, { seed: 151, events: 800 }));
  });
  afterEach(() => stand.clear());
  afterAll(() => stand.end());
  const verify = () => verifyClubhouse({ databaseUrl: stand.url, store: stand.store, pageSize: 100, cachedStreams: 3 });
  const project = async () => {
    const projector = stand.project();
    await stand.caughtUp();
    await projector.stop();
  };

  it('compares a stream up to its parked event, also one that stands still from its first event on', async () => {
    const [matchId = ''] = matchIds;
    const nonsense = lobbyOf('nonsense', stranger, scriptedCourse(luck, 'Acacia'));
    await appendToMatch(stand.store, matchId, [verified]);
    await appendToMatch(stand.store, 'nonsense', nonsense);
    await project();
    expect((await stand.parked()).map(({ stream }) => stream)).toEqual([`match-${matchId}`, 'match-nonsense']);
    expect(await verify()).toMatchObject({ parked: 2, differing: 0 });
    await stand.pool.query(`update ${CLUBHOUSE_SCHEMA}.matches set tee = 'Pro' where match_id = '${matchId}'`);
    expect(await verify()).toMatchObject({
      differing: 1,
      differences: [`matches ${matchId}: tee is "Pro", the log says "Standard"`],
    });
  });

  it('says which stream cannot be folded where nobody has parked it', async () => {
    const [matchId = ''] = matchIds;
    await appendToMatch(stand.store, matchId, [verified]);
    await project();
    await stand.pool.query(`delete from ${CLUBHOUSE_SCHEMA}.parked_events`);
    const { parked, differing, differences, complete } = await verify();
    expect({ parked, differing, complete }).toEqual({ parked: 0, differing: 1, complete: false });
    expect(differences[0]).toMatch(
      new RegExp(`^A stream cannot be folded: CardVerified at position \\d+ \\(match-${matchId}, .*${stranger}`),
    );
  });
});
