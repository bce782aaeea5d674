import type { MatchEvent } from '../match.events.js';
import type { MatchCommand } from './match.command.js';
import { given } from '../../testing/given.js';
import {
  accepted,
  accountClosed,
  denied,
  handicapSet,
  invited,
  inviteRemoved,
  leftLobby,
  lobbyEnded,
  lobbyWith,
  matchEnded,
  readied,
  removed,
  roundOf,
  started,
  withdrew,
} from '../../testing/golfers.js';

/** 24 hours after the lobby was opened, and a millisecond before. */
const A_DAY_LATER = '2026-05-01T22:00:00.000Z';
const JUST_IN_TIME = '2026-05-01T21:59:59.999Z';

/** Every command that needs a golfer inside the match, as the host's, the player's or another golfer's. */
const COMMANDS: Record<string, (actorId: string) => MatchCommand> = {
  InvitePlayer: (actorId) => ({ type: 'InvitePlayer', actorId, inviteId: 'invite-dan-1', userId: 'dan' }),
  RemovePlayer: (actorId) => ({ type: 'RemovePlayer', actorId, userId: 'ben' }),
  AssignMarker: (actorId) => ({ type: 'AssignMarker', actorId, userId: 'ann', markerId: 'ben' }),
  StartMatch: (actorId) => ({ type: 'StartMatch', actorId, gender: 'MALE', handicap: null }),
  SetSettings: (actorId) => ({ type: 'SetSettings', actorId, gender: 'MALE', handicap: 12.4, ready: true }),
  LeaveLobby: (actorId) => ({ type: 'LeaveLobby', actorId, reason: 'LEFT' }),
  LeaveRound: (actorId) => ({ type: 'LeaveRound', actorId, reason: 'LEFT' }),
  ScoreHole: (actorId) => ({
    type: 'ScoreHole',
    actorId,
    userId: actorId,
    holeNumber: 1,
    strokes: 4,
    noScore: false,
  }),
  SignCards: (actorId) => ({ type: 'SignCards', actorId }),
  ReopenCard: (actorId) => ({ type: 'ReopenCard', actorId, userId: actorId }),
};
const ALL = Object.keys(COMMANDS);
const HOST_ONLY = ['InvitePlayer', 'RemovePlayer', 'AssignMarker', 'StartMatch'];
const IN_LOBBY = ['InvitePlayer', 'RemovePlayer', 'StartMatch', 'SetSettings', 'LeaveLobby'];
const IN_ROUND = ['ScoreHole', 'SignCards', 'ReopenCard'];

const command = (name: string, actorId: string): MatchCommand => {
  const make = COMMANDS[name];
  if (make === undefined) throw new Error(`No command ${name}`);
  return make(actorId);
};

const lobby = [...lobbyWith('ben'), handicapSet('ann'), handicapSet('ben'), readied('ben')];
const givenLobby = given(lobby);
const round = roundOf(['ann', 'ben']);
const givenRound = given(round);

describe('To a golfer who is not in it, a match does not exist', () => {
  const outsiders: [string, readonly MatchEvent[]][] = [
    ['never invited', lobby],
    ['invited, and has not answered', [...lobby, invited('cat')]],
    ['invited, and has declined', [...lobby, invited('cat'), denied('cat')]],
    ['invited, and the invitation was taken back', [...lobby, invited('cat'), inviteRemoved('cat')]],
    ['removed', [...lobby, invited('cat'), accepted('cat'), removed('cat')]],
    ['in the lobby, and has left it', [...lobby, invited('cat'), accepted('cat'), leftLobby('cat')]],
    ['never invited to this round', round],
    ['never invited to this ended lobby', [...lobby, lobbyEnded('HOST_ENDED')]],
    ['playing, and whose account is deleted', [...roundOf(['ann', 'ben', 'cat']), accountClosed('cat')]],
    ['asking for a match that does not exist', []],
  ];
  const table = outsiders.flatMap(([who, story]) => ALL.map((name) => ({ who, story, name })));

  it.each(table)('$name by a golfer who was $who', ({ story, name }) =>
    given(story).when(command(name, 'cat')).thenRefused('MATCH_NOT_FOUND'),
  );
});

describe('Commands that only the host may send', () => {
  it.each(HOST_ONLY)('%s by a player: NOT_HOST, before and after the start and the end', (name) => {
    givenLobby.when(command(name, 'ben')).thenRefused('NOT_HOST');
    givenRound.when(command(name, 'ben')).thenRefused('NOT_HOST');
    given(lobby, lobbyEnded('HOST_ENDED')).when(command(name, 'ben')).thenRefused('NOT_HOST');
  });
});

describe('Commands of the lobby, and of the round', () => {
  it.each(IN_LOBBY)('%s after the start: MATCH_STARTED', (name) =>
    givenRound.when(command(name, 'ann')).thenRefused('MATCH_STARTED'),
  );

  it.each(IN_ROUND)('%s before the start: MATCH_NOT_STARTED', (name) =>
    givenLobby.when(command(name, 'ann')).thenRefused('MATCH_NOT_STARTED'),
  );
});

describe('After the end', () => {
  const leaving = ['LeaveLobby', 'LeaveRound'];
  const others = ALL.filter((name) => !leaving.includes(name));

  it.each(others)('%s: MATCH_ENDED', (name) => {
    given(lobby, lobbyEnded('HOST_ENDED')).when(command(name, 'ann')).thenRefused('MATCH_ENDED');
    given(round, withdrew('ben'), withdrew('ann'), matchEnded).when(command(name, 'ann')).thenRefused('MATCH_ENDED');
  });

  it.each(others)('%s in a lobby that is a day old: MATCH_ENDED', (name) => {
    givenLobby.when(command(name, 'ann'), A_DAY_LATER).thenRefused('MATCH_ENDED');
    expect(givenLobby.when(command(name, 'ann'), JUST_IN_TIME).decision).not.toMatchObject({ code: 'MATCH_ENDED' });
  });

  it.each(leaving)('%s changes nothing', (name) => {
    given(lobby, lobbyEnded('HOST_ENDED')).when(command(name, 'ben')).thenNothing();
    given(round, withdrew('ben'), withdrew('ann'), matchEnded).when(command(name, 'ben')).thenNothing();
  });
});

describe('A lobby expires', () => {
  it('but a round does not: it can be scored days later', () => {
    const { decision } = givenRound.when(command('ScoreHole', 'ann'), '2026-06-30T22:00:00.000Z');
    expect(decision).toMatchObject({ ok: true, events: [{ type: 'HoleScored' }] });
  });

  it('unless it has been started', () =>
    givenLobby
      .when(command('StartMatch', 'ann'), JUST_IN_TIME)
      .thenHappens(started({ ann: 'ben', ben: 'ann' }, '2026-05-02')));
});
