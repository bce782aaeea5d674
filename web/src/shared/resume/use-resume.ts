import type { CurrentMatch } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { currentQuery, matchQuery } from '../../api/match.js';
import { storedRound } from '../../api/stored-round.js';
import { useSession } from '../../api/use-session.js';
import { paths } from '../routing/paths.js';
import { resumePath } from './resume.js';
import { hasLeft, resumeWords } from './resume-words.js';

/** A link to the match in progress. */
export interface Resume {
  /** Null if it is only known from this phone's stored hole. */
  matchId: string | null;
  to: string;
  words: string;
}

/** A link to the match in progress; null: none; undefined: not known yet. Falls back on what this phone stored. */
export function useResume(): Resume | null | undefined {
  const { data: current, isError } = useQuery(currentQuery());
  const me = useSession()?.userId ?? '';
  const { matchId: stored, hole } = storedRound();
  const matchId = current?.matchId ?? stored;
  const { data: answer } = useQuery({
    ...matchQuery(matchId ?? ''),
    enabled: matchId !== null && current !== null && current !== undefined,
  });
  if (current !== undefined) {
    if (current === null) return null;
    const remembered = stored === current.matchId ? hole : null;
    return { matchId, to: resumePath(current), words: resumeWords(current, answer, remembered, me) };
  }
  if (hole !== null) return { matchId, to: paths.score(hole), words: `Hole ${hole}` };
  return isError || stored === null ? null : undefined;
}

/** The match that another one would end or has to wait for; null: none, as for a golfer who has left the round. */
export function useMatchInTheWay(): CurrentMatch | null | undefined {
  const { data: current } = useQuery(currentQuery());
  const me = useSession()?.userId ?? '';
  const { data: round } = useQuery({ ...matchQuery(current?.matchId ?? ''), enabled: current?.started === true });
  return current?.started === true && round !== undefined && hasLeft(round, me) ? null : current;
}
