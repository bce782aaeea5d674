import type { Player } from '../../permissions/testing/stage.js';

/** Calls of the lobby whose answer a test looks at, refusals included. */

export const invite = (host: Player, matchId: string, id: string) =>
  host.call('POST', '/api/match/invite', { id, matchId });

export const answer = (guest: Player, id: string, status: 'ACCEPTED' | 'DENIED', matchId?: string) =>
  guest.call<{ position: string }>('PUT', '/api/match/invite', { id, status, ...(matchId && { matchId }) });

export const start = (host: Player, matchId: string, userSettings?: object) =>
  host.call('POST', '/api/match/start', { matchId, ...(userSettings && { userSettings }) });
