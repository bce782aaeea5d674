import type { CurrentMatch } from '@fairmark/contract';
import { storedRound } from '../api/stored-round.js';
import { paths } from './paths.js';

/**
 * Where a match in progress goes on (spec section 4, resume; decisions A10): the hole that this phone remembers, on another
 * phone the first hole that I have not entered; a lobby as its host or its guest.
 */
export function resumePath(current: CurrentMatch, hole: number | null = storedRound().hole): string {
  if (!current.started) return current.isHost ? paths.lobby(current.matchId) : paths.invitedLobby(current.matchId);
  const remembered = storedRound().matchId === current.matchId ? hole : null;
  return paths.score(remembered ?? current.nextHole ?? 1, current.matchId);
}
