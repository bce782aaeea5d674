import { MESSAGES, type CardHistoryAnswer, type MatchAnswer, type VerifyAnswer } from '@fairmark/contract';
import { Stage, type Player } from '../testing/stage.js';
import { expectRefusal } from '../testing/api.js';
import { bothCards, roundOf } from './testing/calls.js';

/** Signatures over HTTP, and the history of a card: all its entries and signatures. */

const stage = Stage.forSuite();
const [ann, ben, cat] = stage.cast(3);

const sign = (player: Player, matchId: string, userId?: string) =>
  player.call<VerifyAnswer>('POST', `/api/match/${matchId}/verify`, userId === undefined ? undefined : { userId });
const reopen = (player: Player, matchId: string, userId: string) =>
  player.call('DELETE', `/api/match/${matchId}/verify`, { userId });

describe('POST verify', () => {
  test('needs both sides of both cards, then equal results, then signs both at once', async () => {
    const matchId = await stage.round([ann, ben]);
    expectRefusal(await sign(ann, matchId, ben.id), 'ROUND_NOT_COMPLETE');
    await ann.enters(matchId);
    await ann.enters(matchId, ben.id);
    expectRefusal(await sign(ann, matchId, ben.id), 'ROUND_NOT_COMPLETE_BY_MARKER');
    await ben.enters(matchId);
    await ben.enters(matchId, ann.id, { 3: 5, 12: 6 });
    expectRefusal(await sign(ann, matchId, ben.id), 'SCORES_DONT_MATCH', {
      mismatchingScoreHoleNumbers: [3, 12],
      cards: [{ userId: ann.id, mismatchingScoreHoleNumbers: [3, 12] }],
    });
    expect(roundOf(await ann.match(matchId), ann).signatures).toEqual([]);
    await ann.scores(matchId, 3, 5);
    await ben.scores(matchId, 12, 4, { userId: ann.id });

    const signed = await sign(ann, matchId, ben.id);
    expect(signed.body).toMatchObject({ status: 200, signed: expect.arrayContaining([ann.id, ben.id]), verified: [] });
    expectRefusal(await ann.scores(matchId, 3, 6), 'ROUND_SIGNED');
    expectRefusal(await ann.call('DELETE', '/api/match/round', { matchId }), 'ROUND_SIGNED');

    expect((await sign(ben, matchId)).body).toMatchObject({ verified: expect.arrayContaining([ann.id, ben.id]) });
    const answer = await ann.match(matchId);
    expect(answer.hasVerifiedMarkersRound).toBe(true);
    const card = roundOf(answer, ann);
    expect(card).toMatchObject({ verified: true, signedByUserId: ann.id, mismatchingScoreHoleNumbers: [] });
    expect(card.signatures.map(({ signedByUserId, as, fullName }) => [signedByUserId, as, fullName])).toEqual([
      [ann.id, 'PLAYER', ann.golfer.fullName],
      [ben.id, 'MARKER', ben.golfer.fullName],
    ]);
    // 17 fours and a five, and Ann's daily handicap off it.
    expect(card.scoreTotals).toMatchObject({
      gross: 73,
      nett: 73 - card.dailyHandicap,
      thru: 18,
      includesNoScore: false,
    });
    expectRefusal(await reopen(ann, matchId, ann.id), 'ROUND_SIGNED');
  });

  test('with the entries that were shown signs no card once a hole of one has changed, and names the hole', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    await bothCards(matchId, [ann, ben], { 7: 11 });
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

describe('DELETE verify', () => {
  test('voids the signatures of one card, for its player and its marker, until it is verified', async () => {
    const matchId = await stage.round([ann, ben]);
    await bothCards(matchId, [ann, ben]);
    await sign(ann, matchId);
    await ben.does('DELETE', `/api/match/${matchId}/verify?userId=${ann.id}`);
    const answer = await ben.match(matchId);
    expect(roundOf(answer, ann).signatures).toEqual([]);
    expect(roundOf(answer, ben).signatures).toMatchObject([{ signedByUserId: ann.id, as: 'MARKER' }]);
    expect((await ann.scores(matchId, 1, 5)).status).toBe(200);
    expectRefusal(await ann.call('DELETE', `/api/match/${matchId}/verify`), 'INVALID_INPUT');
  });
});

test('a signature of a marker who left stands, and the next marker need not sign', async () => {
  const matchId = await stage.round([ann, ben, cat]);
  for (const side of [ann, cat]) await side.enters(matchId, ann.id);
  await sign(cat, matchId, ann.id);
  await cat.does('DELETE', '/api/match/round', { matchId });
  const answer = await ben.match(matchId);
  expect(roundOf(answer, ann)).toMatchObject({ marker: { id: ben.id }, signatures: [{ signedByUserId: cat.id }] });
  expect(answer.hasVerifiedMarkersRound).toBe(true);
});

describe('GET history', () => {
  const history = (player: Player, matchId: string, card?: Player) =>
    player.does<CardHistoryAnswer>(
      'GET',
      `/api/match/${matchId}/history${card === undefined ? '' : `?userId=${card.id}`}`,
    );
  const ref = ({ id, golfer }: Player) => ({ id, fullName: golfer.fullName });

  test('lists every entry of one card in order: first, changed, cleared, No Score, by player and marker', async () => {
    const matchId = await stage.round([ann, ben], { matchType: 'STABLEFORD' });
    const first = (await ann.scores(matchId, 1, 5)).body.score!;
    const marker = (await ben.scores(matchId, 1, 4, { userId: ann.id })).body.score!;
    const second = (await ann.scores(matchId, 1, 4)).body.score!;
    await ann.scores(matchId, 1, null);
    await ann.does('POST', '/api/match/score', { matchId, holeNumber: 2, noScore: true });
    await ann.scores(matchId, 1, 6, { userId: ben.id });

    const answer = await history(ann, matchId);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    const mine = { side: 'PLAYER', noScore: false, enteredBy: ref(ann), at };
    expect(answer).toEqual({
      status: 200,
      userId: ann.id,
      revision: expect.stringMatching(/^\d+$/),
      entries: [
        { ...mine, entryId: first.id, holeNumber: 1, strokes: 5, replaces: null },
        { ...mine, entryId: marker.id, holeNumber: 1, strokes: 4, replaces: null, side: 'MARKER', enteredBy: ref(ben) },
        { ...mine, entryId: second.id, holeNumber: 1, strokes: 4, replaces: first.id },
        { ...mine, entryId: expect.any(String), holeNumber: 1, strokes: null, replaces: second.id },
        { ...mine, entryId: expect.any(String), holeNumber: 2, strokes: null, noScore: true, replaces: null },
      ],
      signatures: [],
      corrections: [],
      leftOut: 0,
    });
    expect(answer.entries[0]?.at).toBe(first.createdAt);
    expect((await history(ben, matchId, ann)).entries).toEqual(answer.entries);
    expect((await history(ann, matchId, ben)).entries).toMatchObject([{ strokes: 6, side: 'MARKER' }]);
  });

  test('lists signatures, and who reopened the card', async () => {
    const matchId = await stage.round([ann, ben]);
    await bothCards(matchId, [ann, ben]);
    await sign(ann, matchId, ben.id);
    await reopen(ben, matchId, ann.id);
    for (const player of [ann, ben]) await sign(player, matchId);

    const at = expect.any(String);
    const { signatures, entries } = await history(ann, matchId);
    expect(entries).toHaveLength(36);
    expect(signatures).toEqual([
      { kind: 'SIGNED', by: ref(ann), as: 'PLAYER', at },
      { kind: 'REOPENED', by: ref(ben), as: null, at },
      { kind: 'SIGNED', by: ref(ann), as: 'PLAYER', at },
      { kind: 'SIGNED', by: ref(ben), as: 'MARKER', at },
    ]);
    expect((await history(ann, matchId, ben)).signatures.map(({ as }) => as)).toEqual(['MARKER', 'PLAYER']);
  });
});
