import { randomUUID } from 'node:crypto';
import type { InviteAnswer, ScoreAnswer } from '@fairmark/contract';
import {
  foldMatch,
  isSigned,
  MATCH_SCHEMA_VERSIONS,
  matchStream,
  mismatches,
  tailOf,
  verifyChain,
  type MatchState,
} from '@fairmark/events';
import { REPEAT } from '@fairmark/events/testing/repeat';
import { StoreUnavailable } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { ADVISORY_LOCKS } from '@fairmark/server';
import { appendCommand } from '@fairmark/projector/testing/append';
import { ready, Stage, type Player } from '../testing/stage.js';
import { expectRefusal, type Answer, type TestApi } from '../testing/api.js';

/**
 * Repeated and concurrent calls. The same Idempotency-Key is the same command, for ever and at every api: the log itself
 * holds the keys. Whichever of concurrent calls comes first, the match is consistent afterwards.
 */

const stage = Stage.forSuite({ apis: 3, logLevel: 'silent' });
const [ann, ben, cat] = stage.cast(3);

const practice = () => ({ course: stage.courseId, tee: 'Standard', playType: 'SOCIAL' });
const competition = () => ({ ...practice(), playType: 'COMPETITION', matchType: 'STROKE' });

type Append = typeof stage.store.append;

/** Executes work while the first api's log appends in another way. */
async function appendingAs<T>(changed: (append: Append) => Append, work: () => Promise<T>): Promise<T> {
  const { store } = stage;
  const append = store.append.bind(store);
  store.append = changed(append);
  return work().finally(() => (store.append = append));
}

test('every command of a match, sent again to another api, is executed once and answered the same', async () => {
  const other = stage.apis[1]!;
  let commands = 0;

  /** Sends a command, sends it again to the other api, and sends another body with its key. */
  async function twice(by: Player, route: string, body: object, otherBody: object | null, key = randomUUID()) {
    const [method = '', path = ''] = route.split(' ');
    const sends = (what: object, options: { key?: string; api?: TestApi } = {}) =>
      by.call(method, `/api/match/${path}`, what, { key, ...options });
    const first = await sends(body);
    expect([first.status < 300, first.body]).toEqual([true, expect.anything()]);
    // In upper case it is the same key.
    const again = await sends(body, { key: key.toUpperCase(), api: other });
    expect({ route, status: again.status, body: again.body }).toEqual({
      route,
      status: first.status,
      body: first.body,
    });
    for (const api of [stage.api, other]) {
      if (otherBody !== null) expectRefusal(await sends(otherBody, { api }), 'IDEMPOTENCY_KEY_REUSED');
    }
    commands += 1;
    return first.body;
  }

  const settings = competition();
  const creation = randomUUID();
  const created = await twice(ann, 'POST create', settings, { ...settings, tee: 'Pro' }, creation);
  const { id: matchId } = created['match'] as { id: string };
  const invite = async () => {
    const sent = await twice(ann, 'POST invite', { id: ben.id, matchId }, { id: cat.id, matchId });
    return (sent['invite'] as { id: string }).id;
  };
  const answer = (id: string, status: string) => ({ id, status, matchId });
  const first = await invite();
  await twice(ben, 'PUT invite', answer(first, 'DENIED'), answer(first, 'ACCEPTED'));
  const second = await invite();
  await twice(ann, 'DELETE invite', { userId: ben.id, matchId }, { userId: cat.id, matchId });
  const third = await invite();
  expect(new Set([first, second, third]).size).toBe(3);
  await twice(ben, 'PUT invite', answer(third, 'ACCEPTED'), answer(third, 'DENIED'));
  const isReady = (handicap: number) => ({ matchId, settings: { handicap, ready: true } });
  await twice(ann, 'POST ready', isReady(5), isReady(6));
  await twice(ben, 'POST ready', isReady(7), isReady(8));
  await twice(ann, 'POST start', { matchId, userSettings: { handicap: 4 } }, { matchId });
  expect(await ann.does('POST', '/api/match/create', settings, { key: creation })).toEqual(created);
  const score = (holeNumber: number, { id: userId }: Player, strokes: number | null) => {
    return { matchId, holeNumber, strokes, userId };
  };
  for (const by of [ann, ben]) {
    for (const card of [ann, ben]) {
      await twice(by, 'POST score', score(1, card, 4), score(1, card, 5));
      // The other holes, each side's as one command.
      await by.enters(matchId, card.id);
      commands += 1;
    }
  }
  await twice(ann, 'POST score', score(1, ann, null), score(2, ann, null));
  await twice(ann, 'POST score', score(1, ann, 4), score(1, ann, null));
  const verify = `${matchId}/verify`;
  await twice(ann, `POST ${verify}`, { userId: ben.id }, {});
  await twice(ben, `DELETE ${verify}`, { userId: ann.id }, { userId: ben.id });
  await twice(ben, `DELETE ${verify}`, { userId: ben.id }, { userId: ann.id });
  await twice(ann, 'DELETE round', { matchId }, null);

  const events = await stage.log(matchId);
  expect(verifyChain(events)).toBeNull();
  expect(new Set(events.map(({ metadata }) => metadata.commandId)).size).toBe(commands);
});

test('a key is distinct for each golfer, route and lobby', async () => {
  const key = randomUUID();
  const invites = async (matchId: string) =>
    (await ann.does<InviteAnswer>('POST', '/api/match/invite', { id: cat.id, matchId }, { key })).invite.id;
  const first = await invites(await ann.creates());
  const matchId = await stage.lobby([ann, ben]);
  expect(await invites(matchId)).not.toBe(first);
  await ann.does('DELETE', '/api/match/invite', { userId: cat.id, matchId }, { key });
  const settings = { handicap: 5, ready: true };
  for (const player of [ann, ben]) await player.does('POST', '/api/match/ready', { matchId, settings }, { key });
  await ann.does('POST', '/api/match/start', { matchId }, { key });
  expect((await ben.match(matchId)).match.started).toBe(true);
});

test('a score that changed nothing does not overwrite a newer one when it is sent again late', async () => {
  const matchId = await stage.round([ann, ben]);
  const tap = (strokes: number, key: string, api = stage.api) =>
    ann.call<ScoreAnswer>('POST', '/api/match/score', { matchId, holeNumber: 1, strokes }, { key, api });
  const late = randomUUID();
  await tap(4, randomUUID());
  const answer = await tap(4, late);
  await tap(5, randomUUID());
  const before = await stage.log(matchId);
  for (const api of stage.apis) expect((await tap(4, late, api)).body).toEqual(answer.body);
  for (const api of stage.apis) expectRefusal(await tap(6, late, api), 'IDEMPOTENCY_KEY_REUSED');
  expect(await stage.log(matchId)).toEqual(before);
  expect(foldMatch(before)?.cards.get(ann.id)?.player[0]?.strokes).toBe(5);
});

test('a match created or joined, when sent again late, does not end the lobby opened since', async () => {
  const key = randomUUID();
  const create = () => ben.call('POST', '/api/match/create', practice(), { key });
  const created = await create();
  const matchId = await ann.creates();
  const accepted = [matchId, await ann.invites(matchId, ben), { key: randomUUID() }] as const;
  expect((await ben.accepts(...accepted)).status).toBe(200);
  const newer = await ben.creates();
  expect((await create()).body).toEqual(created.body);
  expect((await ben.accepts(...accepted)).status).toBe(200);
  expect((await ben.match(newer)).match.ended).toBe(false);
});

test('a lost answer of the log is a 503; sent again with its key, the command is found', async () => {
  const matchId = await stage.round([ann, ben]);
  const key = randomUUID();
  const tap = () => ann.call('POST', '/api/match/score', { matchId, holeNumber: 1, strokes: 4 }, { key });
  const unanswered =
    (append: Append): Append =>
    async (...call) => {
      await append(...call);
      throw new StoreUnavailable('no answer');
    };
  const lost = await appendingAs(unanswered, tap);
  expectRefusal(lost, 'UNAVAILABLE');
  expect(lost.headers.get('retry-after')).not.toBeNull();
  const before = await stage.log(matchId);
  expect(await tap()).toMatchObject({ status: 200, body: { revision: String(before.length - 1) } });
  expect(await stage.log(matchId)).toHaveLength(before.length);
});

test('an invitation that the log did not take is refused when the golfer has gone before it is sent again', async () => {
  const matchId = await ann.creates();
  const key = randomUUID();
  const invite = () => ann.call('POST', '/api/match/invite', { id: ben.id, matchId }, { key });
  const dead = () => Promise.reject(new Error('died'));
  expect((await appendingAs(() => dead, invite)).status).toBe(500);
  await ben.deletesAccount();
  expectRefusal(await invite(), 'USER_NOT_FOUND');
  expect((await ann.match(matchId)).lobby.invited).toEqual([]);
});

describe('a command over two matches that fails between them', () => {
  /** As if the process had died after one append. */
  const dyingAfterOne = (work: () => Promise<Answer>) =>
    appendingAs((append) => {
      let appends = 0;
      return async (...call) => {
        appends += 1;
        if (appends > 1) throw new Error('died');
        return append(...call);
      };
    }, work);

  test('accepting: my lobby ended, and the retry joins the other one', async () => {
    const mine = await ben.creates();
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    const key = randomUUID();
    expect((await dyingAfterOne(() => ben.accepts(matchId, id, { key }))).status).toBe(500);
    expect((await ann.match(matchId)).lobby.users).toHaveLength(1);
    expect((await ben.accepts(matchId, id, { key })).status).toBe(200);
    expect((await ann.match(matchId)).lobby.users).toHaveLength(2);
    expect((await stage.log(mine)).filter(({ type }) => type === 'LobbyEnded')).toHaveLength(1);
  });

  test('creating: the old lobby is left only once', async () => {
    const old = await stage.lobby([ann, ben]);
    const key = randomUUID();
    const create = () => ben.call('POST', '/api/match/create', practice(), { key });
    expect((await dyingAfterOne(create)).status).toBe(500);
    expect((await create()).status).toBe(201);
    const goodbyes = (await stage.log(old)).filter(({ type }) => type === 'PlayerLeftLobby');
    expect(goodbyes.map(({ data }) => data)).toEqual([{ userId: ben.id, reason: 'JOINED_ANOTHER' }]);
    expect((await ann.match(old)).match.ended).toBe(false);
  });
});

test('a match that a later build has changed answers 503 here, and is not written to', async () => {
  const matchId = await ann.creates({ playType: 'SOCIAL' });
  await appendCommand(stage.store, {
    stream: matchStream(matchId),
    tail: tailOf((await stage.log(matchId)).at(-1)!),
    events: [{ type: 'HostChanged', data: { hostId: ann.id, why: 'asked for' } }],
    schemaVersions: { HostChanged: MATCH_SCHEMA_VERSIONS.HostChanged + 1 },
    now: new Date().toISOString(),
  });
  const { length } = await stage.log(matchId);
  for (const answer of [
    await ann.call('GET', `/api/match/${matchId}`),
    await ann.call('POST', '/api/match/start', { matchId }),
  ]) {
    expectRefusal(answer, 'UNAVAILABLE');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(await stage.log(matchId)).toHaveLength(length);
});

const ROUNDS = 3 * REPEAT;

/** A call to one of the apis that is sent again, with its key, while others are faster. */
async function sends<Body = Record<string, unknown>>(
  by: Player,
  nth: number,
  method: string,
  path: string,
  body: object,
): Promise<Answer<Body>> {
  const options = { key: randomUUID(), api: stage.apis[nth % stage.apis.length] };
  for (;;) {
    const answer = await by.call<Body>(method, `/api/match/${path}`, body, options);
    if (answer.body.error?.code !== 'UNAVAILABLE') return answer;
  }
}
const accepts = (by: Player, nth: number, matchId: string, id: string) =>
  sends(by, nth, 'PUT', 'invite', { id, matchId, status: 'ACCEPTED' });

/** The match folded from the log, after checking that the log is sound and every api has read all of it. */
async function settled(matchId: string): Promise<MatchState> {
  const events = await stage.log(matchId);
  expect(verifyChain(events)).toBeNull();
  // A command's events are adjacent: it was executed once.
  const commandIds = events.map(({ metadata }) => metadata.commandId);
  const runs = commandIds.filter((id, index) => id !== commandIds[index - 1]);
  expect(runs).toEqual([...new Set(commandIds)]);
  const state = foldMatch(events)!;
  const member = [ann, ben, cat].find(({ id }) => state.members.has(id))!;
  for (const api of stage.apis) {
    expect((await member.match(matchId, api)).revision).toBe(String(events.length - 1));
  }
  return state;
}

const codes = (answers: Answer[]): string[] => answers.map(({ status, body }) => body.error?.code ?? String(status));

test('three lobbies created at once at one api: one stays open', async () => {
  const answers = await Promise.all(
    [0, 1, 2].map(() => sends<{ match: { id: string } }>(ann, 0, 'POST', 'create', competition())),
  );
  expect(codes(answers)).toEqual(['201', '201', '201']);
  const lobbies = await Promise.all(answers.map(({ body }) => ann.match(body.match.id)));
  expect(lobbies.filter(({ match }) => !match.ended)).toHaveLength(1);
});

test('two accepts while both hold lobbies: each is in one match', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const lobbies = [await ben.creates(), await cat.creates()];
    const matchId = await ann.creates();
    const ids = [await ann.invites(matchId, ben), await ann.invites(matchId, cat)];
    const answers = await Promise.all([accepts(ben, 1, matchId, ids[0]!), accepts(cat, 2, matchId, ids[1]!)]);
    expect(codes(answers)).toEqual(['200', '200']);
    expect([...(await settled(matchId)).members.keys()].sort()).toEqual([ann.id, ben.id, cat.id].sort());
    const left = [await ben.match(lobbies[0]!), await cat.match(lobbies[1]!)];
    expect(left.map(({ match }) => match.ended)).toEqual([true, true]);
  }
});

test('an accept while the host withdraws the invitation: the guest keeps the other lobby', async () => {
  const mine = await ben.creates();
  const matchId = await ann.creates();
  const id = await ann.invites(matchId, ben);
  await ben.sees('/api/mothership/history');
  const accepted = await stage.api.waits(
    [`lock table ${CLUBHOUSE_SCHEMA}.player_matches`, []],
    () => ben.accepts(matchId, id),
    () => ann.does('DELETE', '/api/match/invite', { matchId, userId: ben.id }),
  );
  expectRefusal(accepted, 'INVITE_NOT_FOUND');
  expect((await ben.match(mine)).match.ended).toBe(false);
});

test('a create while the host starts the lobby: the guest is in the round only', async () => {
  const matchId = await stage.lobby([ann, ben]);
  await stage.happens(matchId, [ann, ben].map(ready));
  const created = await stage.api.waits(
    ['select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.dailyCaps, ben.id]],
    () => ben.call('POST', '/api/match/create', practice()),
    () => ann.does('POST', '/api/match/start', { matchId }),
  );
  expectRefusal(created, 'ALREADY_IN_MATCH', { matchId });
});

test('signing and scoring: a signed card has no differing scores', async () => {
  const matchId = await stage.round([ann, ben]);
  await stage.bothCards(matchId, [ann, ben]);
  for (let n = 0; n < ROUNDS; n += 1) {
    const strokes = 5 + n;
    const [signed, scored] = await Promise.all([
      sends(ann, n, 'POST', `${matchId}/verify`, {}),
      sends(ben, n + 1, 'POST', 'score', { matchId, holeNumber: 9, strokes, userId: ann.id }),
    ]);
    expect([
      ['200', 'ROUND_SIGNED'],
      ['SCORES_DONT_MATCH', '200'],
    ]).toContainEqual(codes([signed, scored]));
    const state = await settled(matchId);
    const card = state.cards.get(ann.id)!;
    expect([card].filter(isSigned).flatMap((signed) => mismatches(state, signed))).toEqual([]);
    // Back to the state in which every attempt begins.
    for (const { id } of [ann, ben]) {
      if (isSigned(state.cards.get(id)!)) await ben.does('DELETE', `/api/match/${matchId}/verify`, { userId: id });
    }
    await ben.scores(matchId, 9, 4, { userId: ann.id });
  }
});
