import { randomUUID } from 'node:crypto';
import { foldMatch, isSigned, matchStream, mismatches, verifyChain, type MatchState } from '@fairmark/events';
import { REPEAT } from '@fairmark/events/testing/repeat';
import type { Answer } from '../testing/api.js';
import { Stage, type Player } from '../testing/stage.js';
import { bothCards } from './testing/calls.js';

/** Concurrent calls at three apis. Whichever comes first, the match is consistent afterwards. */

const stage = Stage.forSuite({ apis: 3 });
const [ann, ben, cat] = stage.cast(3);

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

/** The match folded from the log, after checking that the log is sound. */
async function settled(matchId: string): Promise<MatchState> {
  const events = await stage.store.readStream(matchStream(matchId));
  expect(verifyChain(events)).toBeNull();
  const commands = new Map<string, bigint[]>();
  for (const { metadata, revision } of events) {
    commands.set(metadata.commandId, [...(commands.get(metadata.commandId) ?? []), revision]);
  }
  // A command's events are adjacent: it was executed once.
  for (const [first, ...rest] of commands.values()) {
    expect(rest).toEqual(rest.map((_, index) => first! + BigInt(index + 1)));
  }
  const state = foldMatch(events)!;
  for (const api of stage.apis) {
    const [member] = [...state.members.keys()].map((id) => [ann, ben, cat].find((player) => player.id === id));
    expect((await member!.match(matchId, api)).revision).toBe(String(events.length - 1));
  }
  return state;
}

const codes = (answers: Answer[]): string[] => answers.map(({ status, body }) => body.error?.code ?? String(status));

test('three lobbies created at once at one api: one stays open', async () => {
  const setUp = { course: stage.courseId, tee: 'Standard', playType: 'COMPETITION', matchType: 'STROKE' };
  const answers = await Promise.all(
    [0, 1, 2].map(() => sends<{ match: { id: string } }>(ann, 0, 'POST', 'create', setUp)),
  );
  expect(codes(answers)).toEqual(['201', '201', '201']);
  const lobbies = await Promise.all(answers.map(({ body }) => ann.match(body.match.id)));
  expect(lobbies.filter(({ match }) => !match.ended)).toHaveLength(1);
});

test('three invitations for the last seat: one golfer is invited', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const matchId = await stage.lobby([ann, ben]);
    const guests = await stage.players(3);
    const answers = await Promise.all(
      guests.map((guest, index) => sends(ann, index, 'POST', 'invite', { id: guest.id, matchId })),
    );
    expect(codes(answers).sort()).toEqual(['200', 'GROUP_FULL', 'GROUP_FULL']);
    const state = await settled(matchId);
    expect([...state.invites.values()].filter(({ status }) => status === 'PENDING')).toHaveLength(1);
  }
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

test('accepting and being removed: in, or out', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    const [accepted, removed] = await Promise.all([
      accepts(ben, n, matchId, id),
      sends(ann, n + 1, 'DELETE', 'invite', { userId: ben.id, matchId }),
    ]);
    expect(['200', 'INVITE_NOT_FOUND']).toContain(codes([accepted])[0]);
    expect(codes([removed])).toEqual(['200']);
    // Whichever came first, the host's removal is final.
    expect([...(await settled(matchId)).members.keys()]).toEqual([ann.id]);
  }
});

test('starting and leaving: a round of two, or no round', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const matchId = await stage.lobby([ann, ben]);
    for (const player of [ann, ben]) await player.readies(matchId);
    const [started, left] = await Promise.all([
      sends(ann, n, 'POST', 'start', { matchId }),
      sends(ben, n + 1, 'POST', 'leave-lobby', { matchId }),
    ]);
    const state = await settled(matchId);
    expect([
      ['200', 'MATCH_STARTED', 'STARTED', 2, 2],
      ['NO_MARKER', '200', 'LOBBY', 1, 0],
    ]).toContainEqual([...codes([started, left]), state.status, state.members.size, state.cards.size]);
    await ann.does('DELETE', '/api/match/round', { matchId });
    if (state.status === 'STARTED') await ben.does('DELETE', '/api/match/round', { matchId });
  }
});

test('starting and inviting: no invitation to a started round is left', async () => {
  for (let n = 0; n < ROUNDS; n += 1) {
    const matchId = await stage.lobby([ann, ben], { playType: 'SOCIAL' });
    await ann.readies(matchId);
    const [started, invited] = await Promise.all([
      sends(ann, n, 'POST', 'start', { matchId }),
      sends(ann, n + 1, 'POST', 'invite', { id: cat.id, matchId }),
    ]);
    expect(codes([started])).toEqual(['200']);
    expect(['200', 'MATCH_STARTED']).toContain(codes([invited])[0]);
    expect([...(await settled(matchId)).invites.values()].map(({ status }) => status)).not.toContain('PENDING');
    for (const player of [ann, ben]) await player.does('DELETE', '/api/match/round', { matchId });
  }
});

test('signing and scoring: a signed card has no differing scores', async () => {
  const matchId = await stage.round([ann, ben]);
  await bothCards(matchId, [ann, ben]);
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

test('both sign at once: each card is verified once', async () => {
  const matchId = await stage.round([ann, ben]);
  await bothCards(matchId, [ann, ben]);
  const answers = await Promise.all(
    [ann, ben].map((player, index) => sends(player, index, 'POST', `${matchId}/verify`, {})),
  );
  expect(codes(answers)).toEqual(['200', '200']);
  const state = await settled(matchId);
  expect([...state.cards.values()].map(({ verified }) => verified)).toEqual([true, true]);
  const events = await stage.store.readStream(matchStream(matchId));
  expect(events.filter(({ type }) => type === 'CardVerified')).toHaveLength(2);
});

test('three phones at three apis enter six sides of cards at once, and no score is lost', async () => {
  const group = [ann, ben, cat];
  const matchId = await stage.round(group);
  const { rounds } = await ann.match(matchId);
  const phones = group.map(async (player, index) => {
    const cards = rounds.filter(({ player: owner, marker }) => owner.id === player.id || marker?.id === player.id);
    for (let hole = 1; hole <= 18; hole += 1) {
      const answers = await Promise.all(
        cards.map(({ player: { id: userId } }) =>
          sends(player, index, 'POST', 'score', { matchId, holeNumber: hole, strokes: 4, userId }),
        ),
      );
      expect(codes(answers)).toEqual(['200', '200']);
    }
  });
  await Promise.all(phones);
  const state = await settled(matchId);
  const entries = [...state.cards.values()].flatMap(({ player, marker }) => [...player, ...marker]);
  expect(entries.map((entry) => entry?.strokes)).toEqual(Array.from({ length: 108 }, () => 4));
});
