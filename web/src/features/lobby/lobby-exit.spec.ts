import { lobbyExit, type LobbyExit, type LobbyRole } from './lobby-exit.js';

const HOST = 'alex';
const GUEST = 'bindi';
const host = { id: HOST, fullName: 'Alex Tran' };
const open = { started: false, ended: false, host };
const started = { started: true, ended: false, host };
const ended = { started: false, ended: true, host };

describe('where a golfer belongs instead of a lobby page', () => {
  it.each<[string, LobbyRole, string, typeof open, boolean, LobbyExit | null]>([
    ['the host stays in an open lobby', 'host', HOST, open, false, null],
    ['a guest stays in an open lobby', 'guest', GUEST, open, true, null],
    ['a guest has no business in the host’s lobby', 'host', GUEST, open, false, 'home'],
    ['the host goes to the lobby that is the host’s', 'guest', HOST, open, false, 'host-lobby'],
    ['it started before a guest’s eyes', 'guest', GUEST, started, true, 'round'],
    ['it had started when a guest came', 'guest', GUEST, started, false, 'home'],
    ['the host goes on with what has started', 'host', HOST, started, false, 'round'],
    ['it ended before a guest’s eyes', 'guest', GUEST, ended, true, 'ended'],
    ['it had ended when the host came', 'host', HOST, ended, false, 'home'],
  ])('%s', (_case, role, userId, match, seenOpen, exit) => {
    expect(lobbyExit({ match, role, userId, seenOpen })).toBe(exit);
  });
});
