import type { CurrentMatch } from '@fairmark/contract';
import { matchPath, type Location } from 'react-router-dom';
import { storedRound } from '../../api/stored-round.js';
import { paths, patterns } from '../routing/paths.js';

/** The page at which a match in progress resumes (docs/product.md, Lobby and invitations 19). */
export function resumePath(current: Omit<CurrentMatch, 'playType'>): string {
  if (!current.started) return current.isHost ? paths.lobby(current.matchId) : paths.invitedLobby(current.matchId);
  const { matchId, hole } = storedRound();
  if (matchId !== current.matchId) return paths.score(current.nextHole ?? 1, current.matchId);
  return paths.score(hole ?? current.nextHole ?? 1);
}

/** Whether the location is a hole of this match. */
export function isPlaying({ pathname, search }: Location, matchId: string | null): boolean {
  const named = new URLSearchParams(search).get('id');
  return matchPath(patterns.score, pathname) !== null && (named === null || named === matchId);
}

const LOBBIES = [patterns.lobby, patterns.invitedLobby, patterns.joinLobby];

/** Whether the location is a page of the match: lobby, hole or scorecard. */
export function isOwnPage(location: Location, matchId: string | null): boolean {
  const { pathname } = location;
  const isCard = matchPath(patterns.scorecard, pathname)?.params.matchId === matchId;
  return isCard || isPlaying(location, matchId) || LOBBIES.some((lobby) => matchPath(lobby, pathname) !== null);
}

let resumedFor: string | null = null;

/** True once per golfer and load: only the first call may resume automatically. */
export function isFirstResume(userId: string): boolean {
  if (resumedFor === userId) return false;
  resumedFor = userId;
  return true;
}
