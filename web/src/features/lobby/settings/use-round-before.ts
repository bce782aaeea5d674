import { DELETED_PLAYER, type Format, type PersonRef, type PlayType, type Tee } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../../api/clubhouse.js';
import { lastPracticeQuery, pastMatchQuery } from '../../../api/match.js';
import { useSession } from '../../../api/use-session.js';

/** What a new round is likely to be, because an earlier one was so. */
export interface RoundBefore {
  /** Id; null: there was none; undefined: not known yet. */
  course: string | null | undefined;
  format: Format | null;
  /** Null as well on another course than that one. */
  tee: Tee | null;
  /** Who else played, where that round is to be played again. */
  partners: readonly PersonRef[];
}

/** The match that is to be played again; null: none, or it can't be read. `courseId`: the one that is chosen now. */
export function useRoundAgain(matchId: string | null, courseId: string | undefined): RoundBefore | null {
  const me = useSession()?.userId;
  const { data, isError } = useQuery({ ...pastMatchQuery(matchId ?? ''), enabled: matchId !== null });
  if (matchId === null || isError) return null;
  if (data === undefined) return { course: undefined, format: null, tee: null, partners: [] };
  const { match, rounds } = data;
  const partners = rounds
    .map(({ player }) => player)
    .filter(({ id, fullName }) => id !== me && fullName !== DELETED_PLAYER);
  return {
    course: match.course.id,
    format: match.matchType,
    tee: match.course.id === courseId ? match.tee : null,
    partners,
  };
}

/** The golfer's last round on a course, or without one there the last of all; of a practice round only the tee counts. */
export function useLastRound(playType: PlayType, courseId: string | undefined): RoundBefore {
  const { data, isPending } = useQuery(historyQuery(undefined, 'date-desc'));
  const rounds = data?.rounds ?? [];
  const [latest] = [...rounds.filter(({ course }) => course.id === courseId), ...rounds];
  const practised = useLastPractice(playType === 'SOCIAL', courseId);
  const played = useRoundAgain(latest?.matchId ?? null, courseId);
  return {
    course: isPending ? undefined : (rounds[0]?.course.id ?? null),
    format: latest?.userRound.matchType ?? null,
    tee: practised?.tee ?? played?.tee ?? null,
    partners: [],
  };
}

/** The last practice round, in front of another one: what home has asked for is known in a match round too. */
function useLastPractice(wanted: boolean, courseId: string | undefined): RoundBefore | null {
  const { data } = useQuery({ ...lastPracticeQuery(), enabled: wanted });
  return useRoundAgain(wanted ? (data?.matchId ?? null) : null, courseId);
}
