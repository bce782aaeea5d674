import type { MatchAnswer } from '@fairmark/contract';
import { namesOf } from '../parts/words.js';

export type LobbyNow = Pick<MatchAnswer, 'match' | 'lobby' | 'userMatchSettings'>;

/** Why the host cannot start yet; empty if they can (docs/product.md, Lobby and invitations 13 and 14). */
export function whyNotStart({ match, lobby, userMatchSettings }: LobbyNow): string {
  if ((userMatchSettings?.handicap ?? null) === null) return 'Set your round handicap first';
  if (match.isSocial) return '';
  const others = lobby.users.filter(({ isHost }) => !isHost);
  if (others.length === 0 && lobby.invited.length === 0) return 'Invite a player: a match round needs a marker';
  const unready = others.filter(({ ready }) => !ready);
  if (unready.length > 0) return `Waiting for ${namesOf(unready)} to be ready`;
  const unmarked = lobby.users.filter(({ marker }) => marker === null);
  if (lobby.invited.length > 0) return awaited(lobby);
  return unmarked.length > 0 ? `Choose a marker for ${namesOf(unmarked)}` : '';
}

/** Which invited golfers have not answered; empty: no invitation is open. */
export function awaited({ invited }: LobbyNow['lobby']): string {
  return invited.length === 0 ? '' : `Waiting for ${namesOf(invited)} to answer`;
}

/** How many more golfers fit into the group, which includes those invited. */
export function freeSeats({ match, lobby }: Pick<LobbyNow, 'match' | 'lobby'>): number {
  return match.maxGroupSize - lobby.users.length - lobby.invited.length;
}
