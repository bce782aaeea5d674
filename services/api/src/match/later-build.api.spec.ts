import { randomUUID } from 'node:crypto';
import { matchStream, MATCH_SCHEMA_VERSIONS, seal, tailOf } from '@fairmark/events';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';

let stage: Stage;
let ann: Player;

beforeAll(async () => {
  stage = await Stage.open({ logLevel: 'silent', projector: false });
  [ann] = (await stage.players(1)) as [Player];
});
afterAll(() => stage.close());

/** What an api of the next build would write into the match: a version of an event that this one cannot read. */
async function laterBuildWrites(matchId: string): Promise<void> {
  const stream = matchStream(matchId);
  const tail = tailOf((await stage.store.readStream(stream)).at(-1)!);
  const events = seal({
    stream,
    tail,
    events: [{ type: 'HostChanged', data: { hostId: ann.id, why: 'asked for' } }],
    schemaVersions: { HostChanged: MATCH_SCHEMA_VERSIONS.HostChanged + 1 },
    command: {
      commandId: randomUUID(),
      fingerprint: 'f',
      actorId: ann.id,
      deviceId: null,
      correlationId: 'c',
      occurredAt: null,
    },
    now: new Date().toISOString(),
  });
  expect((await stage.store.append(stream, tail.revision, events)).outcome).toBe('appended');
}

test('a match that a later build has changed is for its apis: here it is a 503, and nothing is written', async () => {
  const matchId = await ann.creates({ playType: 'SOCIAL' });
  await laterBuildWrites(matchId);
  const { length } = await stage.store.readStream(matchStream(matchId));
  for (const answer of [
    await ann.call('GET', `/api/match/${matchId}`),
    await ann.call('POST', '/api/match/start', { matchId }),
  ]) {
    expect(answer).toMatchObject(refusal('UNAVAILABLE'));
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(await stage.store.readStream(matchStream(matchId))).toHaveLength(length);
});
