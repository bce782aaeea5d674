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

test('GET history lists the entries and signatures of a card, and who reopened it', async () => {
  const matchId = await stage.round([ann, ben]);
  await bothCards(matchId, [ann, ben]);
  await sign(ann, matchId, ben.id);
  await reopen(ben, matchId, ann.id);
  for (const player of [ann, ben]) await sign(player, matchId);

  const path = `/api/match/${matchId}/history`;
  const ref = ({ id, golfer }: Player) => ({ id, fullName: golfer.fullName });
  const { id: entryId, createdAt: at } = roundOf(await ann.match(matchId), ann).holes[0]!.player!;
  const answer = await ann.does<CardHistoryAnswer>('GET', path);
  const first = { entryId, at, holeNumber: 1, side: 'PLAYER', strokes: 4, noScore: false, replaces: null };
  const signature = { as: 'PLAYER', by: ref(ann), at: expect.any(String), kind: 'SIGNED' };
  expect(answer).toEqual({
    status: 200,
    userId: ann.id,
    revision: expect.stringMatching(/^\d+$/),
    entries: expect.arrayContaining([{ ...first, enteredBy: ref(ann) }]),
    signatures: [
      signature,
      { ...signature, kind: 'REOPENED', by: ref(ben), as: null },
      signature,
      { ...signature, by: ref(ben), as: 'MARKER' },
    ],
    corrections: [],
    leftOut: 0,
  });
  expect(answer.entries).toHaveLength(36);
  const bens = await ann.does<CardHistoryAnswer>('GET', `${path}?userId=${ben.id}`);
  expect(bens.signatures.map(({ as }) => as)).toEqual(['MARKER', 'PLAYER']);
  expect((await ben.does<CardHistoryAnswer>('GET', path)).signatures).toEqual(bens.signatures);
});
