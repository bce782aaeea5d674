import { randomUUID } from 'node:crypto';
import { MESSAGES, type CardHistoryAnswer } from '@fairmark/contract';
import { until } from '@fairmark/events/testing/database';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';

/** The history of a card over HTTP: every entry that was ever made, and every signature. */

let stage: Stage;
let ann: Player;
let ben: Player;
let cat: Player;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  [ann, ben, cat] = (await stage.players(3)) as [Player, Player, Player];
});

const history = (player: Player, matchId: string, card?: Player) =>
  player.does<CardHistoryAnswer>(
    'GET',
    `/api/match/${matchId}/history${card === undefined ? '' : `?userId=${card.id}`}`,
  );
const ref = ({ id, golfer }: Player) => ({ id, fullName: golfer.fullName });

test('tells every entry of one card in its order: first, changed, cleared, No Score, by player and marker', async () => {
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

test('tells signatures and who took them back', async () => {
  const matchId = await stage.round([ann, ben]);
  for (const player of [ann, ben]) for (const card of [ann, ben]) await player.enters(matchId, card.id);
  await ann.does('POST', `/api/match/${matchId}/verify`, { userId: ben.id });
  await ben.does('DELETE', `/api/match/${matchId}/verify?userId=${ann.id}`);
  await ann.does('POST', `/api/match/${matchId}/verify`, { userId: ben.id });
  await ben.does('POST', `/api/match/${matchId}/verify`, { userId: ann.id });

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

test('is for the golfers of the match, about cards of the match', async () => {
  const matchId = await stage.round([ann, ben]);
  const lobby = await stage.lobby([cat]);
  expect(await cat.call('GET', `/api/match/${matchId}/history`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
  expect(await ann.call('GET', `/api/match/${randomUUID()}/history`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
  expect(await ann.call('GET', `/api/match/${matchId}/history?userId=${cat.id}`)).toMatchObject(
    refusal('INVALID_INPUT', { userId: MESSAGES.notInGroup }),
  );
  expect(await history(cat, lobby)).toMatchObject({ entries: [], signatures: [], leftOut: 0 });
});

test('keeps what a deleted golfer wrote, without the name', async () => {
  const matchId = await stage.round([ann, ben, cat]);
  await cat.scores(matchId, 3, 5, { userId: ann.id });
  await cat.does('DELETE', '/api/user/delete');
  await until(async () => !JSON.stringify(await history(ann, matchId)).includes(cat.golfer.fullName));
  expect((await history(ann, matchId)).entries).toMatchObject([
    { holeNumber: 3, strokes: 5, enteredBy: { id: cat.id, fullName: MESSAGES.deletedPlayer } },
  ]);
});
