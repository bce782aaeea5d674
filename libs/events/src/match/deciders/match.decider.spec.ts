import type { MatchEvent } from '../match.events.js';
import type { MatchCommand } from './match.command.js';
import {
  assign,
  invite,
  leaveLobby,
  leaveRound,
  remove,
  reopen,
  score,
  set,
  sign,
  start,
} from '../../testing/commands.js';
import { A_DAY_LATER, decided, decides, JUST_IN_TIME, type Rule } from '../../testing/given.js';
import {
  accepted,
  accountClosed,
  denied,
  entered,
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

/** Every command that needs a golfer inside the match, as the host's, the player's or another golfer's. */
const COMMANDS: readonly ((actorId: string) => MatchCommand)[] = [
  (actorId) => invite('dan', 1, actorId),
  (actorId) => remove('ben', actorId),
  (actorId) => assign('ann', 'ben', actorId),
  (actorId) => start({ actorId }),
  (actorId) => set(actorId, 12.4, true),
  (actorId) => leaveLobby(actorId),
  (actorId) => leaveRound(actorId),
  (actorId) => score(actorId, actorId, 1, 4),
  (actorId) => sign(actorId),
  (actorId) => reopen(actorId, actorId),
];
const HOST_ONLY = ['InvitePlayer', 'RemovePlayer', 'AssignMarker', 'StartMatch'];
const IN_LOBBY = ['InvitePlayer', 'RemovePlayer', 'StartMatch', 'SetSettings', 'LeaveLobby'];
const IN_ROUND = ['ScoreHole', 'SignCards', 'ReopenCard'];
const LEAVING = ['LeaveLobby', 'LeaveRound'];

/** The same rule for every command, or for those named. */
const all = (what: string, story: Rule[1], by: string, answer: Rule[3], now?: string): Rule[] =>
  COMMANDS.map((make) => {
    const command = make(by);
    return [`${command.type} ${what}`, story, command, answer, now];
  });
const only = (types: readonly string[], rules: Rule[]) => rules.filter(([, , { type }]) => types.includes(type));
const but = (types: readonly string[], rules: Rule[]) => rules.filter(([, , { type }]) => !types.includes(type));

const lobby = [...lobbyWith('ben'), handicapSet('ann'), handicapSet('ben'), readied('ben')];
const round = roundOf(['ann', 'ben']);
const endedLobby = [...lobby, lobbyEnded('HOST_ENDED')];
const endedRound = [...round, withdrew('ben'), withdrew('ann'), matchEnded];

describe('To a golfer who is not in it, a match does not exist', () => {
  const outsiders: [string, readonly MatchEvent[]][] = [
    ['never invited', lobby],
    ['invited, and has not answered', [...lobby, invited('cat')]],
    ['invited, and has declined', [...lobby, invited('cat'), denied('cat')]],
    ['invited, and the invitation was taken back', [...lobby, invited('cat'), inviteRemoved('cat')]],
    ['removed', [...lobby, invited('cat'), accepted('cat'), removed('cat')]],
    ['in the lobby, and has left it', [...lobby, invited('cat'), accepted('cat'), leftLobby('cat')]],
    ['never invited to this round', round],
    ['never invited to this ended lobby', endedLobby],
    ['playing, and whose account is deleted', [...roundOf(['ann', 'ben', 'cat']), accountClosed('cat')]],
    ['asking for a match that does not exist', []],
  ];
  decides(outsiders.flatMap(([who, story]) => all(`by a golfer who was ${who}`, story, 'cat', 'MATCH_NOT_FOUND')));
});

describe('Commands that only the host may send', () => {
  decides([
    ...only(HOST_ONLY, all('by a player in a lobby', lobby, 'ben', 'NOT_HOST')),
    ...only(HOST_ONLY, all('by a player in a round', round, 'ben', 'NOT_HOST')),
    ...only(HOST_ONLY, all('by a player after the end', endedLobby, 'ben', 'NOT_HOST')),
  ]);
});

describe('Commands of the lobby, and of the round', () => {
  decides([
    ...only(IN_LOBBY, all('after the start', round, 'ann', 'MATCH_STARTED')),
    ...only(IN_ROUND, all('before the start', lobby, 'ann', 'MATCH_NOT_STARTED')),
  ]);
});

describe('After the end', () => {
  decides([
    ...but(LEAVING, all('of the lobby', endedLobby, 'ann', 'MATCH_ENDED')),
    ...but(LEAVING, all('of the round', endedRound, 'ann', 'MATCH_ENDED')),
    ...but(LEAVING, all('in a lobby that is a day old', lobby, 'ann', 'MATCH_ENDED', A_DAY_LATER)),
    ...only(LEAVING, all('an ended lobby changes nothing', endedLobby, 'ben', [])),
    ...only(LEAVING, all('an ended round changes nothing', endedRound, 'ben', [])),
  ]);

  it.each(COMMANDS)('does not come a moment early: %#', (make) =>
    expect(decided(lobby, make('ann'), JUST_IN_TIME)).not.toMatchObject({ code: 'MATCH_ENDED' }),
  );
});

describe('A lobby expires', () => {
  const four = score('ann', 'ann', 1, 4);
  const scored = entered('ann', 'PLAYER', 'ann', 1, 4);
  const begun = started({ ann: 'ben', ben: 'ann' }, '2026-05-02');
  decides([
    ['but a round does not: it can be scored days later', round, four, [scored], '2026-06-30T22:00:00.000Z'],
    ['unless it has been started', lobby, start(), [begun], JUST_IN_TIME],
  ]);
});
