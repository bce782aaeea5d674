/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { lobbyExit, type LobbyExit, type LobbyRole } from './open-lobby.js';

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
    ['a guest leaves the host’s page of the lobby', 'host', GUEST, open, false, 'home'],
    ['the host goes to the host’s page of the lobby', 'guest', HOST, open, false, 'host-lobby'],
    ['a guest goes to the round that starts while the page is open', 'guest', GUEST, started, true, 'round'],
    ['a guest who comes after the start goes home', 'guest', GUEST, started, false, 'home'],
    ['a host who comes after the start goes home', 'host', HOST, started, false, 'home'],
    ['a guest whose lobby ends while the page is open leaves with a notice', 'guest', GUEST, ended, true, 'ended'],
    ['a host who comes after the end goes home', 'host', HOST, ended, false, 'home'],
  ])('%s', (_case, role, userId, match, seenOpen, exit) => {
    expect(lobbyExit({ match, role, userId, seenOpen })).toBe(exit);
  });
});
