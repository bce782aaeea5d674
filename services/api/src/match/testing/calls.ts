import type { MatchAnswer } from '@fairmark/contract';
import type { Player } from '../../testing/stage.js';

/** Calls of a match whose answers, including refusals, are tested. */

export const invite = (host: Player, matchId: string, id: string) =>
  host.call('POST', '/api/match/invite', { id, matchId });

export const answer = (guest: Player, id: string, status: 'ACCEPTED' | 'DENIED', matchId?: string) =>
  guest.call<{ position: string }>('PUT', '/api/match/invite', { id, status, ...(matchId && { matchId }) });

export const start = (host: Player, matchId: string, userSettings?: object) =>
  host.call('POST', '/api/match/start', { matchId, ...(userSettings && { userSettings }) });

/** Enters both sides of every card of the group, fours except for `except`. */
export async function bothCards(
  matchId: string,
  players: Player[],
  except: Record<number, number> = {},
): Promise<void> {
  for (const by of players) for (const card of players) await by.enters(matchId, card.id, except);
}

export const roundOf = ({ rounds }: MatchAnswer, { id }: Player) => rounds.find(({ player }) => player.id === id)!;

/** The holes from one number to the eighteenth. */
export const holesFrom = (first: number): number[] => Array.from({ length: 19 - first }, (_, index) => first + index);
