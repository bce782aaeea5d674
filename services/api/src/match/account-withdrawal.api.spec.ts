import { MESSAGES } from '@fairmark/contract';
import { matchStream } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';

/** Deleting an account takes the golfer out of every match that goes on, and the name out of all of them. */

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

/** Deletes the account and waits until an onlooker of the match is told no name any more. */
async function deletes(player: Player, onlooker?: Player, matchId?: string): Promise<void> {
  await player.does('DELETE', '/api/user/delete');
  if (onlooker === undefined || matchId === undefined) return;
  const name = JSON.stringify(player.golfer.fullName);
  await until(async () => !JSON.stringify(await onlooker.match(matchId)).includes(name));
}

const types = async (matchId: string) => (await stage.store.readStream(matchStream(matchId))).map(({ type }) => type);

test('an invited golfer’s seat is free again', async () => {
  const matchId = await stage.lobby([ann, ben]);
  await ann.invites(matchId, cat);
  await deletes(cat);
  expect((await ann.match(matchId)).lobby.invited).toEqual([]);
  expect(await ann.call('POST', '/api/match/invite', { id: cat.id, matchId })).toMatchObject(refusal('USER_NOT_FOUND'));
});

test('a player leaves the lobby, a host ends it', async () => {
  const matchId = await stage.lobby([ann, ben, cat]);
  await deletes(cat);
  expect((await ben.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id, ben.id]);
  await deletes(ann, ben, matchId);
  expect((await ben.match(matchId)).match).toMatchObject({
    ended: true,
    endReason: 'ACCOUNT_DELETED',
    host: { id: ann.id, fullName: MESSAGES.deletedPlayer },
  });
});

test('a round goes on without the player, whose name nobody sees any more', async () => {
  const matchId = await stage.round([ann, ben, cat]);
  await ann.scores(matchId, 1, 4);
  await deletes(ann, ben, matchId);
  const { rounds, match } = await ben.match(matchId);
  expect(match.host.id).toBe(ben.id);
  expect(rounds.map(({ player, withdrawn }) => [player.fullName, withdrawn])).toEqual([
    [MESSAGES.deletedPlayer, true],
    [ben.golfer.fullName, false],
    [cat.golfer.fullName, false],
  ]);
  expect(rounds[0]?.holes[0]?.player?.enteredBy.fullName).toBe(MESSAGES.deletedPlayer);
  const text = JSON.stringify(await stage.store.readStream(matchStream(matchId)), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(text).not.toContain(ann.golfer.fullName);
  expect(text).not.toContain(ann.golfer.email);
});

test('a verified round stands untouched', async () => {
  const matchId = await stage.round([ann, ben]);
  for (const by of [ann, ben]) for (const card of [ann, ben]) await by.enters(matchId, card.id);
  for (const player of [ann, ben]) await player.does('POST', `/api/match/${matchId}/verify`);
  const before = await types(matchId);
  await deletes(ann, ben, matchId);
  expect(await types(matchId)).toEqual(before);
  const { rounds } = await ben.match(matchId);
  expect(rounds).toMatchObject([
    { verified: true, withdrawn: false, player: { fullName: MESSAGES.deletedPlayer } },
    {},
  ]);
});
