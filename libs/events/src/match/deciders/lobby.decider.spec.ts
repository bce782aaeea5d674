import { MESSAGES } from '@fairmark/contract';
import { invalid, refused } from './match.command.js';
import { accept, create, deny, invite, leaveLobby as leave, leaveRound, remove } from '../../testing/commands.js';
import { A_DAY_LATER, decides, JUST_IN_TIME } from '../../testing/given.js';
import {
  accepted,
  created,
  denied,
  handicapSet,
  invited,
  inviteRemoved,
  leftLobby,
  lobbyEnded,
  lobbyWith,
  markersAssigned,
  MENS_COURSE,
  removed,
  roundOf,
  social,
  started,
} from '../../testing/golfers.js';

const lobbyOfTwo = lobbyWith('ben');
const lobbyOfThree = lobbyWith('ben', 'cat');
const asked = [created(), invited('ben')];
const alone = markersAssigned({ ann: null });
const annAndCat = markersAssigned({ ann: 'cat', cat: 'ann' });

describe('Creating a match', () => {
  const stroke = { matchType: 'STROKE' } as const;
  const notStableford = invalid({ matchType: MESSAGES.socialIsStableford });
  const noRating = create({ course: MENS_COURSE, gender: 'FEMALE' });
  decides([
    ['allows a competition round in stroke play', [], create(stroke), [created(stroke)]],
    ['allows a competition round in par', [], create({ matchType: 'PAR' }), [created({ matchType: 'PAR' })]],
    ['allows a competition round in Stableford', [], create(), [created()]],
    ['allows a practice round in Stableford', [], create({ playType: 'SOCIAL' }), [social()]],
    ['refuses a practice round in stroke play', [], create({ playType: 'SOCIAL', ...stroke }), notStableford],
    ['refuses a practice round in par', [], create({ playType: 'SOCIAL', matchType: 'PAR' }), notStableford],
    ['refuses a tee that has no rating for the host', [], noRating, 'HANDICAP_UNKNOWN'],
    ['changes nothing when the command is sent again', [created()], create(), []],
    ["refuses the id of another golfer's match", [created()], create({ actorId: 'ben' }), 'CONFLICT'],
  ]);
});

describe('Inviting a player', () => {
  const full = (maxGroupSize = 3) => refused('GROUP_FULL', { maxGroupSize }, MESSAGES.groupFull(maxGroupSize));
  const bothAsked = [asked, invited('cat')];
  const dan = [invited('dan')];
  const askedOfFour = [created({ maxGroupSize: 4 }), invited('ben'), invited('cat')];
  const twice = [asked, denied('ben'), invited('ben', 2), accepted('ben', 2), leftLobby('ben')];
  const thrice = [...twice, invited('ben', 3), inviteRemoved('ben', 3)];
  decides([
    ['records the invitation', [created()], invite('ben'), [invited('ben')]],
    ['refuses a player who is invited already', asked, invite('ben', 2), 'ALREADY_INVITED'],
    ['refuses a player who has joined', lobbyOfTwo, invite('ben', 2), 'ALREADY_INVITED'],
    ['refuses the host', [created()], invite('ann', 2), 'ALREADY_INVITED'],
    ['refuses another player when two have joined', lobbyOfThree, invite('dan'), full()],
    ['… when one has joined and one is invited', [lobbyOfTwo, invited('cat')], invite('dan'), full()],
    ['… when two are invited', bothAsked, invite('dan'), full()],
    ['frees the seat of a golfer who declined', [...bothAsked, denied('cat')], invite('dan'), dan],
    ['… who was uninvited', [...bothAsked, inviteRemoved('cat')], invite('dan'), dan],
    ['… who was removed', [lobbyOfThree, removed('cat')], invite('dan'), dan],
    ['… who left', [lobbyOfThree, leftLobby('cat')], invite('dan'), dan],
    ['allows groups up to the size that the server is set to', askedOfFour, invite('dan'), dan],
    ['and not beyond it', [created({ maxGroupSize: 2 }), invited('ben')], invite('cat'), full(2)],
    ['invites the same player a third time, with a new invitation', twice, invite('ben', 3), [invited('ben', 3)]],
    ['refuses to invite a golfer a fourth time', thrice, invite('ben', 4), 'INVITE_LIMIT'],
    ["counts each player's invitations separately", thrice, invite('cat'), [invited('cat')]],
  ]);
});

describe('Removing a player', () => {
  const askedAgain = [asked, denied('ben'), invited('ben', 2)];
  decides([
    ['takes back an open invitation', asked, remove('ben'), [inviteRemoved('ben')]],
    ['takes back only the open one of several invitations', askedAgain, remove('ben'), [inviteRemoved('ben', 2)]],
    ['removes a player, who then marks no card and has no marker', lobbyOfTwo, remove('ben'), [removed('ben'), alone]],
    ['closes the loop of the remaining players', lobbyOfThree, remove('ben'), [removed('ben'), annAndCat]],
    ['changes nothing when the player has left already', [lobbyOfTwo, removed('ben'), alone], remove('ben'), []],
    ['changes nothing when the player has declined', [asked, denied('ben')], remove('ben'), []],
    ['refuses to remove a golfer who was never invited', asked, remove('cat'), 'INVITE_NOT_FOUND'],
    ['never removes the host', lobbyOfTwo, remove('ann'), 'FORBIDDEN'],
  ]);
});

describe('Answering an invitation', () => {
  const joined = [accepted('ben'), markersAssigned({ ann: 'ben', ben: 'ann' })];
  const catAsked = [lobbyOfTwo, invited('cat')];
  const catLast = [accepted('cat'), markersAssigned({ ann: 'cat', ben: 'ann', cat: 'ben' })];
  const catFirst = [asked, invited('cat'), accepted('cat'), annAndCat];
  const backAgain = [lobbyOfThree, removed('ben'), annAndCat, invited('ben', 2)];
  const benLast = markersAssigned({ ann: 'ben', cat: 'ann', ben: 'cat' });
  const female = accepted('ben', 1, 'FEMALE');
  const mens = [created({ course: MENS_COURSE }), invited('ben')];
  const ended = lobbyEnded('HOST_LEFT');
  const begun = [social(), handicapSet('ann'), invited('ben'), inviteRemoved('ben'), started({ ann: null })];
  decides([
    ['joins the lobby, where two mark each other', asked, accept('ben'), joined],
    ['makes a loop of three in joining order: 1 marks 2, 2 marks 3, 3 marks 1', catAsked, accept('cat'), catLast],
    ['orders the loop by joining, not by invitation', catFirst, accept('ben'), [accepted('ben'), benLast]],
    ['brings a removed player back at the end', backAgain, accept('ben', { nth: 2 }), [accepted('ben', 2), benLast]],
    ['assigns no markers in a practice round', [social(), invited('ben')], accept('ben'), [accepted('ben')]],
    ['records the gender for the handicap', [social(), invited('ben')], accept('ben', { gender: 'FEMALE' }), [female]],
    ['cannot accept on a tee without a rating', mens, accept('ben', { gender: 'FEMALE' }), 'HANDICAP_UNKNOWN'],
    ['can deny there', mens, deny('ben', { gender: 'FEMALE' }), [denied('ben')]],
    ['changes nothing when it is accepted again', [asked, accepted('ben')], accept('ben'), []],
    ['… when it is denied again', [asked, denied('ben')], deny('ben'), []],
    ['… when it is accepted again after the start', roundOf(['ann', 'ben']), accept('ben'), []],
    ['… when it is denied again after the start', [asked, denied('ben'), started({ ann: null })], deny('ben'), []],
    ['is refused when the invitation was declined before', [asked, denied('ben')], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… accepted before', [asked, accepted('ben')], deny('ben'), 'INVITE_NOT_FOUND'],
    ['… taken back', [asked, inviteRemoved('ben')], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… accepted, and the player then removed', [lobbyOfTwo, removed('ben')], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… accepted, and the player then left', [lobbyOfTwo, leftLobby('ben')], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… to a lobby that ended', [asked, ended], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… to a lobby that ended, and is denied', [asked, ended], deny('ben'), 'INVITE_NOT_FOUND'],
    ['… accepted, to a lobby that ended', [lobbyOfTwo, ended], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… unknown', [created()], accept('ben'), 'INVITE_NOT_FOUND'],
    ['… to no match at all', [], accept('ben'), 'INVITE_NOT_FOUND'],
    ['is refused to other golfers', asked, accept('ben', { actorId: 'cat' }), 'INVITE_NOT_FOUND'],
    ['is refused once the match has started: accepting', begun, accept('ben'), 'MATCH_STARTED'],
    ['… denying', begun, deny('ben'), 'MATCH_STARTED'],
    ['is possible for a day', asked, deny('ben'), [denied('ben')], JUST_IN_TIME],
    ['is refused after a day: denying', asked, deny('ben'), 'INVITE_NOT_FOUND', A_DAY_LATER],
    ['… accepting', asked, accept('ben'), 'INVITE_NOT_FOUND', A_DAY_LATER],
  ]);
});

describe('Leaving the lobby', () => {
  const practice = [social(), invited('ben'), accepted('ben')];
  const annAndBen = markersAssigned({ ann: 'ben', ben: 'ann' });
  const benDeleted = leftLobby('ben', 'ACCOUNT_DELETED');
  decides([
    ['takes a player out of the loop', lobbyOfThree, leave('cat'), [leftLobby('cat'), annAndBen]],
    ['records why a player left', practice, leave('ben'), [leftLobby('ben')]],
    ['… for another match', practice, leave('ben', 'JOINED_ANOTHER'), [leftLobby('ben', 'JOINED_ANOTHER')]],
    ['… with the account', practice, leave('ben', 'ACCOUNT_DELETED'), [benDeleted]],
    ['ends the lobby when the host leaves', lobbyOfTwo, leave('ann'), [lobbyEnded('HOST_LEFT')]],
    ['… for another match', lobbyOfTwo, leave('ann', 'JOINED_ANOTHER'), [lobbyEnded('HOST_JOINED_ANOTHER')]],
    ['… with the account', lobbyOfTwo, leave('ann', 'ACCOUNT_DELETED'), [lobbyEnded('ACCOUNT_DELETED')]],
    ['is the effect of LeaveRound before the start', lobbyOfTwo, leaveRound('ann'), [lobbyEnded('HOST_ENDED')]],
    ['… with the account', lobbyOfTwo, leaveRound('ann', 'ACCOUNT_DELETED'), [lobbyEnded('ACCOUNT_DELETED')]],
    ['… of a player', lobbyOfTwo, leaveRound('ben'), [leftLobby('ben'), alone]],
    ['… with the account', lobbyOfTwo, leaveRound('ben', 'ACCOUNT_DELETED'), [benDeleted, alone]],
    ['records that a lobby a day old has expired', lobbyOfTwo, leave('ann'), [lobbyEnded('EXPIRED')], A_DAY_LATER],
    ['… when a player leaves', lobbyOfTwo, leave('ben'), [lobbyEnded('EXPIRED')], A_DAY_LATER],
    ['… when the host ends the round', lobbyOfTwo, leaveRound('ann'), [lobbyEnded('EXPIRED')], A_DAY_LATER],
    ['… when a player leaves the round', lobbyOfTwo, leaveRound('ben'), [lobbyEnded('EXPIRED')], A_DAY_LATER],
  ]);
});
