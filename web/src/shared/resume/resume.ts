import type { CurrentMatch, MatchAnswer } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { matchPath, type Location } from 'react-router-dom';
import { currentQuery, matchQuery, storedRound } from '../../api/match.js';
import { useSession } from '../../api/use-session.js';
import { counted, shortName } from '../../text/words.js';
import { paths, patterns } from '../routing/paths.js';

/** The page at which a match in progress resumes (docs/product.md, Lobby and invitations 19). */
export function resumePath(current: Omit<CurrentMatch, 'playType'>): string {
  if (!current.started) return current.isHost ? paths.lobby(current.matchId) : paths.invitedLobby(current.matchId);
  return paths.score(resumeHole(current), storedRound().matchId === current.matchId ? undefined : current.matchId);
}

/** The hole that this phone remembers of the match, or else the first that the golfer has not entered. */
function resumeHole(current: Pick<CurrentMatch, 'matchId' | 'nextHole'>): number {
  const { matchId, hole } = storedRound();
  return (matchId === current.matchId ? hole : null) ?? current.nextHole ?? 1;
}

/** Whether the location is a hole of this match. */
export function isPlaying({ pathname, search }: Location, matchId: string | null): boolean {
  const named = new URLSearchParams(search).get('id');
  return matchPath(patterns.score, pathname) !== null && (named === null || named === matchId);
}

/** Whether the location is a lobby, where golfers wait for the start. */
export function isLobby({ pathname }: Location): boolean {
  return [patterns.lobby, patterns.invitedLobby, patterns.joinLobby].some((lobby) => matchPath(lobby, pathname));
}

/** Whether the location is a page of the match: lobby, hole or scorecard. */
export function isOwnPage(location: Location, matchId: string | null): boolean {
  const isCard = matchPath(patterns.scorecard, location.pathname)?.params.matchId === matchId;
  return isCard || isPlaying(location, matchId) || isLobby(location);
}

/** A link to the match in progress. */
export interface Resume {
  /** Null if it is only known from this phone's stored hole. */
  matchId: string | null;
  to: string;
  words: string;
}

/**
 * A link to the match in progress; null: none; undefined: not known yet. Falls back on what this phone stored.
 *
 * @param isShown false where the link is not shown, as on the hole page: each score would make all phones ask for it
 */
export function useResume(isShown = true): Resume | null | undefined {
  const { data: current, isError } = useQuery({ ...currentQuery(), enabled: isShown });
  const me = useSession()?.userId ?? '';
  const { matchId: stored, hole } = storedRound();
  const { data: answer } = useQuery({ ...matchQuery(current?.matchId ?? ''), enabled: isShown && Boolean(current) });
  if (current === null) return null;
  if (current !== undefined) {
    return { matchId: current.matchId, to: resumePath(current), words: resumeWords(current, answer, me) };
  }
  if (hole !== null) return { matchId: stored, to: paths.score(hole), words: `Hole ${hole}` };
  return isError || stored === null ? null : undefined;
}

/** The match that another one would end or has to wait for; null: none, as for a golfer who has left the round. */
export function useMatchInTheWay(): CurrentMatch | null | undefined {
  const { data: current } = useQuery(currentQuery());
  const me = useSession()?.userId ?? '';
  const { data: round } = useQuery({ ...matchQuery(current?.matchId ?? ''), enabled: current?.started === true });
  return current?.started === true && round !== undefined && hasLeft(round, me) ? null : current;
}

/** "Hole 7 · Royal Sandhurst"; for a golfer who left the round but still marks: "Alex's card: 15 holes to enter". */
function resumeWords(current: CurrentMatch, answer: MatchAnswer | undefined, me: string): string {
  const at = answer === undefined ? '' : ` · ${answer.match.course.name}`;
  if (!current.started) return `${current.isHost ? 'Your round settings' : 'Your player settings'}${at}`;
  const rounds = answer !== undefined && hasLeft(answer, me) ? answer.rounds : [];
  const marked = rounds.find(
    ({ marker, withdrawn, incompleteHoles }) => marker?.id === me && !withdrawn && incompleteHoles.marker.length > 0,
  );
  if (marked === undefined) return `Hole ${resumeHole(current)}${at}`;
  return `${shortName(marked.player)}'s card: ${counted(marked.incompleteHoles.marker.length, 'hole')} to enter`;
}

/** Whether the golfer has withdrawn from the round; such a golfer may still mark in it, and may play another. */
function hasLeft({ rounds }: MatchAnswer, me: string): boolean {
  return rounds.some(({ player, withdrawn }) => player.id === me && withdrawn);
}
