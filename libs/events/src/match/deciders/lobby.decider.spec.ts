import { MESSAGES } from '@fairmark/contract';
import type { Gender } from '@fairmark/scoring';
import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accepted,
  COURSE,
  created,
  denied,
  handicapSet,
  invited,
  inviteRemoved,
  leftLobby,
  lobbyEnded,
  lobbyWith,
  markersAssigned,
  MATCH_ID,
  MENS_COURSE,
  removed,
  roundOf,
  social,
  started,
} from '../../testing/golfers.js';

const create = (match: Partial<Extract<MatchCommand, { type: 'CreateMatch' }>> = {}): MatchCommand => ({
  type: 'CreateMatch',
  matchId: MATCH_ID,
  actorId: 'ann',
  gender: 'MALE',
  playType: 'COMPETITION',
  matchType: 'STABLEFORD',
  tee: 'Standard',
  course: COURSE,
  maxGroupSize: 3,
  ...match,
});

const invite = (userId: string, nth = 1, actorId = 'ann'): MatchCommand => ({
  type: 'InvitePlayer',
  actorId,
  inviteId: `invite-${userId}-${nth}`,
  userId,
});

const remove = (userId: string, actorId = 'ann'): MatchCommand => ({ type: 'RemovePlayer', actorId, userId });

const answer = (
  userId: string,
  status: 'ACCEPTED' | 'DENIED',
  { nth = 1, gender = 'MALE' }: { nth?: number; gender?: Gender } = {},
): MatchCommand => ({ type: 'AnswerInvite', actorId: userId, inviteId: `invite-${userId}-${nth}`, status, gender });

const leave = (actorId: string, reason: 'LEFT' | 'JOINED_ANOTHER' | 'ACCOUNT_DELETED' = 'LEFT'): MatchCommand => ({
  type: 'LeaveLobby',
  actorId,
  reason,
});

/** 24 hours after the lobby was opened, and a millisecond before. */
const A_DAY_LATER = '2026-05-01T22:00:00.000Z';
const JUST_IN_TIME = '2026-05-01T21:59:59.999Z';

const givenTwoBall = given(roundOf(['ann', 'ben']));
const givenTwoInLobby = given(lobbyWith('ben'));
const givenThreeInLobby = given(lobbyWith('ben', 'cat'));
const givenNothing = given();

describe('Creating a match', () => {
  it.each(['STROKE', 'PAR', 'STABLEFORD'] as const)('allows a competition round in %s', (matchType) =>
    givenNothing.when(create({ matchType })).thenHappens(created({ matchType })),
  );

  it('allows a practice round in Stableford', () =>
    givenNothing.when(create({ playType: 'SOCIAL' })).thenHappens(social()));

  it.each(['STROKE', 'PAR'] as const)('refuses a practice round in %s', (matchType) =>
    givenNothing
      .when(create({ playType: 'SOCIAL', matchType }))
      .thenRefused('INVALID_INPUT', { matchType: MESSAGES.socialIsStableford }),
  );

  it('refuses a tee that has no rating for the host', () =>
    givenNothing.when(create({ course: MENS_COURSE, gender: 'FEMALE' })).thenRefused('HANDICAP_UNKNOWN'));

  it('changes nothing when the command is sent again', () => given(created()).when(create()).thenNothing());

  it("refuses the id of another golfer's match", () =>
    given(created())
      .when(create({ actorId: 'ben' }))
      .thenRefused('CONFLICT'));
});

describe('Inviting a player', () => {
  it('records the invitation', () => given(created()).when(invite('ben')).thenHappens(invited('ben')));

  it.each([
    ['who is invited already', [created(), invited('ben')], 'ben'],
    ['who has joined', lobbyWith('ben'), 'ben'],
    ['who is the host', [created()], 'ann'],
  ])('refuses a player %s', (_, story, userId) => given(story).when(invite(userId, 2)).thenRefused('ALREADY_INVITED'));

  it.each([
    ['two have joined', lobbyWith('ben', 'cat')],
    ['one has joined and one is invited', [...lobbyWith('ben'), invited('cat')]],
    ['two are invited', [created(), invited('ben'), invited('cat')]],
  ])('refuses another player when the group of three is full: %s', (_, story) =>
    given(story).when(invite('dan')).thenRefused('GROUP_FULL', { maxGroupSize: 3 }, MESSAGES.groupFull(3)),
  );

  it.each([
    ['declined', [created(), invited('ben'), invited('cat'), denied('cat')]],
    ['was uninvited', [created(), invited('ben'), invited('cat'), inviteRemoved('cat')]],
    ['was removed', [...lobbyWith('ben', 'cat'), removed('cat')]],
    ['left', [...lobbyWith('ben', 'cat'), leftLobby('cat')]],
  ])('frees the seat of a golfer who %s', (_, story) => given(story).when(invite('dan')).thenHappens(invited('dan')));

  it('allows groups up to the size that the server is set to', () => {
    given(created({ maxGroupSize: 2 }), invited('ben'))
      .when(invite('cat'))
      .thenRefused('GROUP_FULL');
    given(created({ maxGroupSize: 4 }), invited('ben'), invited('cat'))
      .when(invite('dan'))
      .thenHappens(invited('dan'));
  });

  const twice = [created(), invited('ben'), denied('ben'), invited('ben', 2), accepted('ben', 2), leftLobby('ben')];

  it('invites the same player a third time, with a new invitation', () =>
    given(twice).when(invite('ben', 3)).thenHappens(invited('ben', 3)));

  it('refuses to invite a golfer a fourth time', () =>
    given(twice, invited('ben', 3), inviteRemoved('ben', 3)).when(invite('ben', 4)).thenRefused('INVITE_LIMIT'));

  it("counts each player's invitations separately", () =>
    given(twice, invited('ben', 3), inviteRemoved('ben', 3)).when(invite('cat')).thenHappens(invited('cat')));
});

describe('Removing a player', () => {
  it('takes back an open invitation', () =>
    given(created(), invited('ben')).when(remove('ben')).thenHappens(inviteRemoved('ben')));

  it('takes back only the open one of several invitations', () =>
    given(created(), invited('ben'), denied('ben'), invited('ben', 2))
      .when(remove('ben'))
      .thenHappens(inviteRemoved('ben', 2)));

  it('removes a player, who then marks no card and has no marker', () =>
    givenTwoInLobby.when(remove('ben')).thenHappens(removed('ben'), markersAssigned({ ann: null })));

  it('closes the loop of the remaining players', () =>
    givenThreeInLobby.when(remove('ben')).thenHappens(removed('ben'), markersAssigned({ ann: 'cat', cat: 'ann' })));

  it('changes nothing when the player has left already', () => {
    given(lobbyWith('ben'), removed('ben'), markersAssigned({ ann: null }))
      .when(remove('ben'))
      .thenNothing();
    given(created(), invited('ben'), denied('ben')).when(remove('ben')).thenNothing();
  });

  it('refuses to remove a golfer who was never invited', () =>
    given(created(), invited('ben')).when(remove('cat')).thenRefused('INVITE_NOT_FOUND'));

  it('never removes the host', () => givenTwoInLobby.when(remove('ann')).thenRefused('FORBIDDEN'));
});

describe('Answering an invitation', () => {
  const asked = [created(), invited('ben')];
  const givenAsked = given(asked);

  it('joins the lobby, where two mark each other', () =>
    givenAsked
      .when(answer('ben', 'ACCEPTED'))
      .thenHappens(accepted('ben'), markersAssigned({ ann: 'ben', ben: 'ann' })));

  it('makes a loop of three in joining order: 1 marks 2, 2 marks 3, 3 marks 1', () =>
    given(lobbyWith('ben'), invited('cat'))
      .when(answer('cat', 'ACCEPTED'))
      .thenHappens(accepted('cat'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ben' })));

  it('orders the loop by joining, not by invitation', () =>
    given(created(), invited('ben'), invited('cat'), accepted('cat'), markersAssigned({ ann: 'cat', cat: 'ann' }))
      .when(answer('ben', 'ACCEPTED'))
      .thenHappens(accepted('ben'), markersAssigned({ ann: 'ben', cat: 'ann', ben: 'cat' })));

  it('assigns no markers in a practice round', () =>
    given(social(), invited('ben')).when(answer('ben', 'ACCEPTED')).thenHappens(accepted('ben')));

  it('records the gender for the handicap', () =>
    given(social(), invited('ben'))
      .when(answer('ben', 'ACCEPTED', { gender: 'FEMALE' }))
      .thenHappens({ type: 'InviteAccepted', data: { inviteId: 'invite-ben-1', userId: 'ben', gender: 'FEMALE' } }));

  it('cannot accept on a tee without a rating, but can deny', () => {
    const givenStory = given(created({ course: MENS_COURSE }), invited('ben'));
    givenStory.when(answer('ben', 'ACCEPTED', { gender: 'FEMALE' })).thenRefused('HANDICAP_UNKNOWN');
    givenStory.when(answer('ben', 'DENIED', { gender: 'FEMALE' })).thenHappens(denied('ben'));
  });

  it('changes nothing when the same answer is sent again', () => {
    given(asked, accepted('ben')).when(answer('ben', 'ACCEPTED')).thenNothing();
    given(asked, denied('ben')).when(answer('ben', 'DENIED')).thenNothing();
    givenTwoBall.when(answer('ben', 'ACCEPTED')).thenNothing();
    given(asked, denied('ben'), started({ ann: null }))
      .when(answer('ben', 'DENIED'))
      .thenNothing();
  });

  it.each([
    ['declined before', [...asked, denied('ben')], 'ACCEPTED'],
    ['accepted before', [...asked, accepted('ben')], 'DENIED'],
    ['taken back', [...asked, inviteRemoved('ben')], 'ACCEPTED'],
    ['accepted, and then removed', [...lobbyWith('ben'), removed('ben')], 'ACCEPTED'],
    ['accepted, and then left', [...lobbyWith('ben'), leftLobby('ben')], 'ACCEPTED'],
    ['to a lobby that ended', [...asked, lobbyEnded('HOST_LEFT')], 'ACCEPTED'],
    ['to a lobby that ended', [...asked, lobbyEnded('HOST_LEFT')], 'DENIED'],
    ['accepted, to a lobby that ended', [...lobbyWith('ben'), lobbyEnded('HOST_LEFT')], 'ACCEPTED'],
    ['unknown', [created()], 'ACCEPTED'],
    ['to no match at all', [], 'ACCEPTED'],
  ] as const)('is refused when the invitation was %s', (_, story, status) =>
    given(story).when(answer('ben', status)).thenRefused('INVITE_NOT_FOUND'),
  );

  it('is refused to other golfers', () =>
    givenAsked
      .when({ type: 'AnswerInvite', actorId: 'cat', inviteId: 'invite-ben-1', status: 'ACCEPTED', gender: 'MALE' })
      .thenRefused('INVITE_NOT_FOUND'));

  it.each(['ACCEPTED', 'DENIED'] as const)('is refused once the match has started: %s', (status) =>
    given(social(), handicapSet('ann'), invited('ben'), inviteRemoved('ben'), started({ ann: null }))
      .when(answer('ben', status))
      .thenRefused('MATCH_STARTED'),
  );

  it('is refused after a day', () => {
    givenAsked.when(answer('ben', 'DENIED'), JUST_IN_TIME).thenHappens(denied('ben'));
    givenAsked.when(answer('ben', 'DENIED'), A_DAY_LATER).thenRefused('INVITE_NOT_FOUND');
    givenAsked.when(answer('ben', 'ACCEPTED'), A_DAY_LATER).thenRefused('INVITE_NOT_FOUND');
  });

  it('brings back a removed player at the end of the joining order', () =>
    given(lobbyWith('ben', 'cat'), removed('ben'), markersAssigned({ ann: 'cat', cat: 'ann' }), invited('ben', 2))
      .when(answer('ben', 'ACCEPTED', { nth: 2 }))
      .thenHappens(accepted('ben', 2), markersAssigned({ ann: 'ben', cat: 'ann', ben: 'cat' })));
});

describe('Leaving the lobby', () => {
  it('takes a player out of the loop', () =>
    givenThreeInLobby.when(leave('cat')).thenHappens(leftLobby('cat'), markersAssigned({ ann: 'ben', ben: 'ann' })));

  it.each(['LEFT', 'JOINED_ANOTHER', 'ACCOUNT_DELETED'] as const)('records why a player left: %s', (reason) =>
    given(social(), invited('ben'), accepted('ben')).when(leave('ben', reason)).thenHappens(leftLobby('ben', reason)),
  );

  it.each([
    ['LEFT', 'HOST_LEFT'],
    ['JOINED_ANOTHER', 'HOST_JOINED_ANOTHER'],
    ['ACCOUNT_DELETED', 'ACCOUNT_DELETED'],
  ] as const)('ends the lobby when the host leaves: %s', (reason, endReason) =>
    givenTwoInLobby.when(leave('ann', reason)).thenHappens(lobbyEnded(endReason)),
  );

  it.each([
    ['LEFT', 'HOST_ENDED'],
    ['ACCOUNT_DELETED', 'ACCOUNT_DELETED'],
  ] as const)('is the effect of LeaveRound before the start: %s', (reason, endReason) => {
    givenTwoInLobby.when({ type: 'LeaveRound', actorId: 'ann', reason }).thenHappens(lobbyEnded(endReason));
    givenTwoInLobby
      .when({ type: 'LeaveRound', actorId: 'ben', reason })
      .thenHappens(leftLobby('ben', reason), markersAssigned({ ann: null }));
  });

  it.each(['ann', 'ben'])('records that a lobby a day old has expired: %s', (actorId) => {
    givenTwoInLobby.when(leave(actorId), A_DAY_LATER).thenHappens(lobbyEnded('EXPIRED'));
    givenTwoInLobby
      .when({ type: 'LeaveRound', actorId, reason: 'LEFT' }, A_DAY_LATER)
      .thenHappens(lobbyEnded('EXPIRED'));
  });
});
