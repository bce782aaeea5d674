import { randomUUID } from 'node:crypto';
import {
  MESSAGES,
  type CardHistoryAnswer,
  type CurrentMatchAnswer,
  type LastPracticeAnswer,
  type MatchAnswer,
  type UnverifiedRoundsAnswer,
  type VerifyAnswer,
} from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { cardOf, Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';
import { MatchStreams } from './streams/match-streams.js';

/**
 * The round over HTTP: scores of both sides, signatures, withdrawals, and their view in `GET /api/match/{id}`. The rules are
 * tested with the deciders.
 */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

const reopen = (player: Player, matchId: string, card: Player) =>
  player.call('DELETE', `/api/match/${matchId}/verify`, { userId: card.id });
const deletesRound = (player: Player, matchId: string) => player.does('DELETE', '/api/match/round', { matchId });
const holesFrom = (first: number): number[] => Array.from({ length: 19 - first }, (_, index) => first + index);

describe('POST score', () => {
  test('answers the entry with its results, keeps the time of the phone, and is seen by a query with its position', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    const hole = (await ann.match(matchId)).userMatchSettings!.holes[1]!;
    const { status, body } = await ann.scores(matchId, 2, 5, { occurredAt: '2026-05-01T08:30:00Z' });
    const { metadata } = (await stage.log(matchId)).at(-1)!;
    expect(metadata.occurredAt).toBe('2026-05-01T08:30:00.000Z');
    const points = 2 + hole.par + hole.strokesReceived! - 5;
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 200,
      position: expect.stringMatching(/^\d+$/),
      log: await stage.store.logId(),
      revision: expect.stringMatching(/^\d+$/),
      score: {
        id: expect.any(String),
        holeNumber: 2,
        strokes: 5,
        noScore: false,
        score: points,
        scoreStableford: points,
        scorePar: Math.sign(points - 2),
        scoreStrokes: 5,
        scoreStroke: 5,
        createdAt: metadata.recordedAt,
        matchId,
        userId: ann.id,
        side: 'PLAYER',
        enteredBy: ann.ref,
      },
    });
    const path = `/api/match/current?position=${body.position}&log=${body.log}`;
    const { current } = await ann.does<CurrentMatchAnswer>('GET', path);
    expect(current).toMatchObject({ matchId, nextHole: 1 });
  });

  test('keeps both sides of a card apart, and shows both players that they differ', async () => {
    const matchId = await stage.round([ann, ben]);
    const mine = (await ann.scores(matchId, 1, 5)).body;
    const his = (await ben.scores(matchId, 1, 4, { userId: ann.id })).body;
    expect(his.score).toMatchObject({ userId: ann.id, side: 'MARKER', enteredBy: { id: ben.id } });
    for (const player of [ann, ben]) {
      const answer = await player.match(matchId);
      expect(answer).toMatchObject({ log: his.log, revision: his.revision, hasVerifiedMarkersRound: false });
      const card = cardOf(answer, ann);
      // `differentStrokes` is set only when the results agree.
      const entries = { player: mine.score, marker: his.score, mismatch: true, differentStrokes: false };
      expect(card.holes[0]).toMatchObject(entries);
      const incompleteHoles = { player: holesFrom(2), marker: holesFrom(2) };
      expect(card).toMatchObject({ mismatchingScoreHoleNumbers: [1], incompleteHoles });
    }
    expect((await ann.match(matchId)).scores).toEqual({ userScores: [mine.score], markerScores: [] });
    expect((await ben.match(matchId)).scores).toEqual({ userScores: [], markerScores: [his.score] });
    const asAnn = await ben.does<MatchAnswer>('GET', `/api/match/${matchId}?userId=${ann.id}`);
    expect(asAnn).toMatchObject({ scores: { userScores: [mine.score] }, userMatchSettings: { userId: ann.id } });
  });

  test('replaces only the entry that it names, or else answers the current one', async () => {
    const matchId = await stage.round([ann, ben]);
    const nothing = await ann.call('POST', '/api/match/score', { matchId, holeNumber: 1 });
    expectRefusal(nothing, 'INVALID_INPUT', { strokes: 'Required' });
    const first = (await ann.scores(matchId, 1, 5, { replaces: null })).body.score!;
    const second = (await ann.scores(matchId, 1, 6, { replaces: first.id })).body.score!;
    for (const replaces of [first.id, null]) {
      expectRefusal(await ann.scores(matchId, 1, 7, { replaces }), 'SCORE_CHANGED', { current: second });
    }
    expect((await ann.scores(matchId, 1, null, { replaces: second.id })).body).toMatchObject({ score: null });
    expectRefusal(await ann.scores(matchId, 1, 7, { replaces: second.id }), 'SCORE_CHANGED', { current: null });
  });
});

describe('POST verify', () => {
  test('needs equal results, signs both at once, and verifies them with the second signature, which is final', async () => {
    const matchId = await stage.round([ann, ben]);
    for (const by of [ann, ben]) await by.enters(matchId, ben.id);
    await ann.enters(matchId);
    await ben.enters(matchId, ann.id, { 3: 5 });
    expectRefusal(await ann.signs(matchId, ben), 'SCORES_DONT_MATCH', {
      mismatchingScoreHoleNumbers: [3],
      cards: [{ userId: ann.id, mismatchingScoreHoleNumbers: [3] }],
    });
    await ann.scores(matchId, 3, 5);

    const both = expect.arrayContaining([ann.id, ben.id]);
    expect((await ann.signs(matchId, ben)).body).toMatchObject({ status: 200, signed: both, verified: [] });
    expectRefusal(await ann.scores(matchId, 3, 6), 'ROUND_SIGNED');
    expect((await ben.signs(matchId)).body).toMatchObject({ verified: both });
    const answer = await ann.match(matchId);
    expect(answer.hasVerifiedMarkersRound).toBe(true);
    const card = cardOf(answer, ann);
    expect(card).toMatchObject({
      verified: true,
      signedByUserId: ann.id,
      signatures: [
        { signedByUserId: ann.id, as: 'PLAYER', fullName: ann.golfer.fullName },
        { signedByUserId: ben.id, as: 'MARKER', fullName: ben.golfer.fullName },
      ],
      mismatchingScoreHoleNumbers: [],
      // 17 fours and a five, and Ann's daily handicap off it.
      scoreTotals: { gross: 73, nett: 73 - card.dailyHandicap, thru: 18, includesNoScore: false },
    });
    expectRefusal(await reopen(ann, matchId, ann), 'ROUND_SIGNED');
  });

  test('with the entries that were shown signs no card once a hole of one has changed, and names the hole', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    await stage.bothCards(matchId, [ann, ben], { 7: 11 });
    const signShown = ({ rounds }: MatchAnswer) => {
      const seen = rounds.flatMap(({ holes }) => holes.map(({ marker }) => marker!.id));
      return ann.call<VerifyAnswer>('POST', `/api/match/${matchId}/verify`, { seen });
    };
    const before = await ann.match(matchId);
    // No points either way: both sides still agree, and the card would say 30.
    await ben.scores(matchId, 7, 30, { userId: ann.id });
    const refused = await signShown(before);
    expectRefusal(refused, 'SCORE_CHANGED', { cards: [{ userId: ann.id, changedHoleNumbers: [7] }] });
    expect(refused.body).toMatchObject({ error: { message: MESSAGES.cardChanged } });
    const now = await ann.match(matchId);
    expect(now.rounds.flatMap((round) => round.signatures)).toEqual([]);
    expect((await signShown(now)).body).toMatchObject({ status: 200, signed: [ann.id, ben.id] });
  });
});

test('a signature of a marker who left stands, and the next marker need not sign', async () => {
  const matchId = await stage.round([ann, ben, cat]);
  for (const side of [ann, cat]) await side.enters(matchId, ann.id);
  await cat.signs(matchId, ann);
  await deletesRound(cat, matchId);
  const answer = await ben.match(matchId);
  expect(cardOf(answer, ann)).toMatchObject({ marker: { id: ben.id }, signatures: [{ signedByUserId: cat.id }] });
  expect(answer.hasVerifiedMarkersRound).toBe(true);
});

test('DELETE verify voids the signatures of one card, whose history lists entries, signatures and who reopened it', async () => {
  const matchId = await stage.round([ann, ben]);
  await stage.bothCards(matchId, [ann, ben]);
  await ann.signs(matchId, ben);
  expectRefusal(await ann.call('DELETE', `/api/match/${matchId}/verify`), 'INVALID_INPUT');
  await reopen(ben, matchId, ann);
  const open = await ben.match(matchId);
  expect(cardOf(open, ann).signatures).toEqual([]);
  expect(cardOf(open, ben).signatures).toMatchObject([{ signedByUserId: ann.id, as: 'MARKER' }]);
  for (const player of [ann, ben]) await player.signs(matchId);

  const history = (player: Player, card = player) =>
    player.does<CardHistoryAnswer>('GET', `/api/match/${matchId}/history?userId=${card.id}`);
  const answer = await ann.does<CardHistoryAnswer>('GET', `/api/match/${matchId}/history`);
  const { id: entryId, createdAt: at } = cardOf(await ann.match(matchId), ann).holes[0]!.player!;
  const first = { entryId, at, holeNumber: 1, side: 'PLAYER', strokes: 4, noScore: false, replaces: null };
  const signature = { as: 'PLAYER', by: ann.ref, at: expect.any(String), kind: 'SIGNED' };
  expect(answer).toEqual({
    status: 200,
    userId: ann.id,
    revision: expect.stringMatching(/^\d+$/),
    entries: expect.arrayContaining([{ ...first, enteredBy: ann.ref }]),
    signatures: [
      signature,
      { ...signature, kind: 'REOPENED', by: ben.ref, as: null },
      signature,
      { ...signature, by: ben.ref, as: 'MARKER' },
    ],
    corrections: [],
    leftOut: 0,
  });
  expect(answer.entries).toHaveLength(36);
  const bens = await history(ann, ben);
  expect(bens.signatures.map(({ as }) => as)).toEqual(['MARKER', 'PLAYER']);
  expect((await history(ben)).signatures).toEqual(bens.signatures);
});

test('DELETE round after the start withdraws the card; the others play on, and the group keeps a host', async () => {
  const matchId = await stage.round([ann, ben, cat]);
  await ann.scores(matchId, 1, 4);
  await cat.scores(matchId, 1, 5, { userId: ann.id });
  expect(await ann.sees('/api/match/current')).toMatchObject({ current: { matchId } });
  await deletesRound(ann, matchId);
  // At once: the tables only say where to look, and the log what the state is.
  expect(await ann.does('GET', '/api/match/current')).toMatchObject({ current: null });
  const answer = await ben.match(matchId);
  expect(answer.match.host.id).toBe(ben.id);
  expect(answer.rounds.map(({ player, withdrawn, marker }) => [player.id, withdrawn, marker?.id])).toEqual([
    [ann.id, true, cat.id],
    [ben.id, false, cat.id],
    [cat.id, false, ben.id],
  ]);
  const left = { withdrawn: true, scoreTotals: { thru: 1 }, mismatchingScoreHoleNumbers: [] };
  expect(cardOf(await ann.match(matchId), ann)).toMatchObject(left);
});

test('the last practice round is found by golfers who did not delete it', async () => {
  const last = async (golfer: Player) => (await golfer.sees<LastPracticeAnswer>('/api/match/last-practice')).practice;
  const matchId = await stage.round([ann, ben], { playType: 'SOCIAL' });
  await ann.scores(matchId, 1, 4);
  const practice = { matchId, course: expect.any(String), day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(await last(ann)).toEqual(practice);
  const card = { marker: null, cannotBeVerified: false, incompleteHoles: { player: holesFrom(2), marker: [] } };
  expect(cardOf(await ann.match(matchId), ann)).toMatchObject(card);
  await deletesRound(ann, matchId);
  expect([await last(ann), await last(ben)]).toEqual([null, practice]);
  await deletesRound(ben, matchId);
  expect(await last(ben)).toBeNull();
});

describe('GET match', () => {
  test('is not found by strangers, or by an invalid id', async () => {
    const matchId = await stage.lobby([ann, ben]);
    for (const id of [matchId, randomUUID(), 'undefined', '1']) {
      expectRefusal(await cat.call('GET', `/api/match/${id}`), 'MATCH_NOT_FOUND');
    }
    expect((await ann.call('GET', `/api/match/${matchId.toUpperCase()}`)).status).toBe(200);
    for (const query of [`userId=${cat.id}`, 'full=1']) {
      expectRefusal(await ann.call('GET', `/api/match/${matchId}?${query}`), 'INVALID_INPUT');
    }
  });

  test('never shows an email or a golf number, only its home club', async () => {
    const dan = await stage.player({ golflinkNumber: '3099012345' });
    const matchId = await stage.round([dan, ben]);
    await dan.scores(matchId, 1, 4);
    const answer = await ben.match(matchId);
    expect(answer.lobby.users[0]?.homeCourse).toEqual({ clubName: 'Lantern Bay Golf Club' });
    const text = JSON.stringify(answer);
    for (const { golfer } of [dan, ben]) {
      expect(text).toContain(golfer.fullName);
      for (const secret of [golfer.email, golfer.golflinkNumber]) expect(text).not.toContain(secret);
    }
  });

  test('marks golfers who share a first name', async () => {
    const [kerr, tran] = [await stage.player({ fullName: 'Tom Kerr' }), await stage.player({ fullName: 'Tom Tran' })];
    const { match, rounds } = await cat.match(await stage.round([cat, kerr, tran]));
    expect([match.host, ...rounds.map(({ player }) => player)]).toEqual([
      cat.ref,
      cat.ref,
      { ...kerr.ref, sharesFirstName: true },
      { ...tran.ref, sharesFirstName: true },
    ]);
  });

  test('gives each golfer the holes of his or her gender', async () => {
    const eve = await stage.player({ gender: 'FEMALE', handicap: 30 });
    const matchId = await stage.round([ann, eve]);
    const hers = (await eve.match(matchId)).userMatchSettings!;
    const his = (await ann.match(matchId)).userMatchSettings!;
    const received = hers.holes.reduce((sum, { strokesReceived }) => sum + strokesReceived!, 0);
    expect(received).toBe(hers.dailyHandicap);
    expect(hers.marking[0]?.settings.holes).toEqual(his.holes);
    expect(his.marking[0]?.settings.holes).toEqual(hers.holes);
    expect(hers.holes.map(({ distance }) => distance)).not.toEqual(his.holes.map(({ distance }) => distance));
  });
});

/** Deleting an account removes the golfer from every open match, and the name from all matches. */
describe('deleting an account', () => {
  /** The match as shown to another golfer, once the deleted golfer's name has disappeared. */
  async function withoutName({ golfer }: Player, onlooker: Player, matchId: string): Promise<MatchAnswer> {
    const shows = async () => JSON.stringify(await onlooker.match(matchId)).includes(`"${golfer.fullName}"`);
    await eventually(async () => !(await shows()));
    return onlooker.match(matchId);
  }

  test('frees the seat of an invited golfer and of a player, and ends the lobby of a host', async () => {
    const dan = await stage.player();
    const matchId = await stage.lobby([ann, ben]);
    await ann.invites(matchId, cat);
    await cat.deletesAccount();
    expect((await ann.match(matchId)).lobby.invited).toEqual([]);
    expectRefusal(await ann.call('POST', '/api/match/invite', { id: cat.id, matchId }), 'USER_NOT_FOUND');
    await dan.joins(matchId, ann);
    await dan.deletesAccount();
    expect((await ben.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id, ben.id]);
    await ann.deletesAccount();
    expect((await withoutName(ann, ben, matchId)).match).toMatchObject({
      ended: true,
      endReason: 'ACCOUNT_DELETED',
      host: { id: ann.id, fullName: MESSAGES.deletedPlayer },
    });
  });

  test('keeps the signature of the marker, so that the player can still sign', async () => {
    const matchId = await stage.round([ann, ben]);
    await stage.bothCards(matchId, [ann, ben]);
    await ann.signs(matchId);
    await ann.deletesAccount();
    const { rounds } = await ben.sees<UnverifiedRoundsAnswer>('/api/mothership/unverified-rounds');
    const mine = { matchId, userId: ben.id, marker: null, waitingFor: 'me' };
    expect(rounds).toContainEqual(expect.objectContaining(mine));
    expect((await ben.signs(matchId)).body).toMatchObject({ verified: expect.arrayContaining([ann.id, ben.id]) });
  });

  test('leaves a verified round untouched and unread', async () => {
    const matchId = await stage.verifiedRound([ann, ben]);
    const { revision } = await ben.match(matchId);
    const left = jest.spyOn(stage.api.app.get(MatchStreams), 'execute');
    await ann.deletesAccount();
    const after = await withoutName(ann, ben, matchId);
    expect(left.mock.calls.map(([id]) => id)).not.toContain(matchId);
    const player = { fullName: MESSAGES.deletedPlayer };
    expect(after).toMatchObject({ revision, rounds: [{ verified: true, withdrawn: false, player }, {}] });
  });
});
