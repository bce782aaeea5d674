import { randomUUID } from 'node:crypto';
import { MESSAGES, type CurrentMatchAnswer, type InviteAnswer, type InvitesAnswer } from '@fairmark/contract';
import { refusal, Stage, type Player } from '../permissions/testing/stage.js';
import { answer, invite, start } from './testing/lobby-calls.js';

/** Inviting, answering and removing over HTTP. What the rules are is in the deciders' own tests. */

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

describe('POST invite', () => {
  test('asks a golfer, who sees it at once', async () => {
    const matchId = await ann.creates();
    const sent = await ann.does<InviteAnswer>('POST', '/api/match/invite', { id: ben.id, matchId });
    expect(sent.invite).toMatchObject({ userId: ben.id, matchId, status: 'PENDING' });
    const { invites } = await ben.does<InvitesAnswer>('GET', `/api/match/invites?position=${sent.position}`);
    expect(invites).toEqual([
      {
        id: sent.invite.id,
        inviteId: sent.invite.id,
        status: 'PENDING',
        host: { id: ann.id, fullName: ann.golfer.fullName },
        course: expect.objectContaining({ id: stage.courseId }),
        match: { id: matchId, playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
        matchId,
      },
    ]);
    const seen = await ben.match(matchId);
    expect(seen.lobby.invited).toMatchObject([{ id: ben.id, inviteId: sent.invite.id }]);
    expect(seen.userMatchSettings).toBeNull();
  });

  test('is the host’s alone, for golfers who exist, and for three in a group', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const [dan, eve] = await stage.players(2);
    expect(await invite(ben, matchId, dan!.id)).toMatchObject(refusal('NOT_HOST'));
    expect(await invite(cat, matchId, dan!.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, randomUUID(), dan!.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, matchId, randomUUID())).toMatchObject(refusal('USER_NOT_FOUND'));
    // Who may not invite is not told who exists.
    expect(await invite(cat, matchId, randomUUID())).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await invite(ann, matchId, ann.id)).toMatchObject(refusal('ALREADY_INVITED'));
    expect(await invite(ann, matchId, ben.id)).toMatchObject(refusal('ALREADY_INVITED'));
    await ann.invites(matchId, dan!);
    expect(await invite(ann, matchId, eve!.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'GROUP_FULL', message: MESSAGES.groupFull(3), details: { maxGroupSize: 3 } } },
    });
  });

  test('again after no, three times in all; never after the start', async () => {
    const matchId = await ann.creates();
    for (let n = 1; n <= 3; n += 1) {
      const id = await ann.invites(matchId, ben);
      expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
      // Declining an invitation twice is declining it; accepting it is too late.
      expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
      expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    }
    expect(await invite(ann, matchId, ben.id)).toMatchObject(refusal('INVITE_LIMIT'));
    const round = await stage.round([ann, cat]);
    expect(await invite(ann, round, ben.id)).toMatchObject(refusal('MATCH_STARTED'));
  });
});

describe('PUT invite', () => {
  test('finds the match by the invitation, however new', async () => {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect((await answer(ben, id, 'ACCEPTED')).status).toBe(200);
    expect((await answer(ben, id, 'ACCEPTED')).status).toBe(200);
    const { current } = await ben.does<CurrentMatchAnswer>(
      'GET',
      `/api/match/current?position=${(await answer(ben, id, 'ACCEPTED')).body.position}`,
    );
    expect(current).toEqual({ matchId, isHost: false, started: false, playType: 'COMPETITION', nextHole: null });
    const { invites } = await ben.does<InvitesAnswer>('GET', '/api/match/invites');
    expect(invites).toEqual([]);
  });

  test('is the invited golfer’s alone, while the invitation stands', async () => {
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect(await answer(cat, id, 'ACCEPTED')).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(cat, id, 'DENIED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(ben, randomUUID(), 'ACCEPTED')).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await answer(ben, id, 'ACCEPTED', randomUUID())).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await ben.call('PUT', '/api/match/invite', { id, status: 'PENDING' })).toMatchObject(
      refusal('INVALID_INPUT'),
    );
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect(await ben.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
  });

  test('comes too late for a started practice round', async () => {
    const matchId = await ann.creates({ playType: 'SOCIAL' });
    const id = await ann.invites(matchId, ben);
    await ann.readies(matchId);
    await start(ann, matchId);
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('MATCH_STARTED'));
  });

  test('takes me out of my own lobby, and out of none when it is refused', async () => {
    const mine = await stage.lobby([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    expect((await ben.match(mine)).match.ended).toBe(false);
    const again = await ann.invites(matchId, ben);
    expect((await answer(ben, again, 'ACCEPTED', matchId)).status).toBe(200);
    expect((await cat.match(mine)).match).toMatchObject({ ended: true, endReason: 'HOST_JOINED_ANOTHER' });
  });

  test('is refused while I owe holes elsewhere; my lobby stays', async () => {
    const round = await stage.round([ben, cat]);
    const matchId = await ann.creates();
    const id = await ann.invites(matchId, ben);
    expect(await answer(ben, id, 'ACCEPTED', matchId)).toMatchObject(refusal('ALREADY_IN_MATCH', { matchId: round }));
    expect((await answer(ben, id, 'DENIED', matchId)).status).toBe(200);
  });
});

describe('DELETE invite', () => {
  test('removes a player, with the words in the body or in the query', async () => {
    const matchId = await stage.lobby([ann, ben, cat]);
    await ann.does('DELETE', '/api/match/invite', { userId: ben.id, matchId });
    expect(await ben.call('GET', `/api/match/${matchId}`)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    await ann.does('DELETE', `/api/match/invite?userId=${cat.id}&matchId=${matchId}`);
    expect((await ann.match(matchId)).lobby.users.map(({ id }) => id)).toEqual([ann.id]);
    // Gone is gone.
    await ann.does('DELETE', `/api/match/invite?userId=${cat.id}&matchId=${matchId}`);
  });

  test('is the host’s alone, before the start, and never of the host', async () => {
    const matchId = await stage.lobby([ann, ben]);
    const remove = (by: Player, userId: string) => by.call('DELETE', '/api/match/invite', { userId, matchId });
    expect(await remove(ben, ann.id)).toMatchObject(refusal('NOT_HOST'));
    expect(await remove(cat, ben.id)).toMatchObject(refusal('MATCH_NOT_FOUND'));
    expect(await remove(ann, ann.id)).toMatchObject(refusal('FORBIDDEN'));
    expect(await remove(ann, cat.id)).toMatchObject(refusal('INVITE_NOT_FOUND'));
    for (const player of [ann, ben]) await player.readies(matchId);
    await start(ann, matchId);
    expect(await remove(ann, ben.id)).toMatchObject(refusal('MATCH_STARTED'));
    expect(await ann.call('DELETE', '/api/match/invite', { matchId })).toMatchObject(refusal('INVALID_INPUT'));
  });
});

test('without a projector golfers still come together; an invitation that cannot be found says so', async () => {
  const alone = await Stage.open({ projector: false });
  const [host, guest] = await alone.players(2);
  const matchId = await host!.creates();
  const id = await host!.invites(matchId, guest!);
  expect(await answer(guest!, id, 'ACCEPTED')).toMatchObject(refusal('UNAVAILABLE'));
  expect((await answer(guest!, id, 'ACCEPTED', matchId)).status).toBe(200);
  const current = await guest!.does<CurrentMatchAnswer>('GET', '/api/match/current');
  expect(current).toMatchObject({ stale: true, current: { matchId } });

  await host!.creates();
  expect((await guest!.match(matchId)).match.ended).toBe(true);
  await alone.close();
});
