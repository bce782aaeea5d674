import { type Format, type PersonRef, type PlayType, type Tee, DELETED_PLAYER } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { rememberCourse } from '../../../api/stored-round.js';
import { useCourseChoice } from '../../../shared/use-course-choice.js';
import { useUsualCourse } from '../../../shared/use-home-course.js';
import { takenTee, whatIsMissing } from '../host/what-is-missing.js';
import { isRated } from './tee-rating.js';
import { historyQuery } from '../../../api/clubhouse.js';
import { lastPracticeQuery, pastMatchQuery } from '../../../api/match.js';
import { useSession } from '../../../api/use-session.js';

/**
 * A match set-up as it is chosen. Until something is, it is as in the golfer's last round, or in the one that is played again.
 *
 * @param again that match; null: none in particular
 */
export function useSetUp(playType: PlayType, again: string | null) {
  const gender = useQuery(userQuery()).data?.gender;
  const usual = useUsualCourse();
  const [courseId, setCourseId] = useState<string>();
  const last = useLastRound(playType, courseId);
  const like = useRoundAgain(again, courseId);
  const before = like ?? last;
  const first = like !== null ? like.course : usual === null ? last.course : usual;
  const choice = useCourseChoice(first ?? null, ({ id }) => rememberCourse(id));
  const course = choice.value;
  if (course?.id !== courseId) setCourseId(course?.id);
  const [format, setFormat] = useState<Format | null>(null);
  const [tee, setTee] = useState<Tee | null>(null);
  const [company, setCompany] = useState<PersonRef[] | null>(null);
  const chosen = {
    course,
    matchType: format ?? before.format,
    tee: takenTee(course?.tees ?? [], tee ?? before.tee),
    company: company ?? before.partners,
  };
  const missing = whatIsMissing({ playType, ...chosen, rated: isRated(course, chosen.tee, gender) });
  return { choice, ...chosen, partners: before.partners, gender, missing, setFormat, setTee, setCompany };
}

/** What a new round is likely to be, because an earlier one was so. */
interface RoundBefore {
  /** Id; null: there was none; undefined: not known yet. */
  course: string | null | undefined;
  format: Format | null;
  /** Null as well on another course than that one. */
  tee: Tee | null;
  /** Who else played, where that round is to be played again. */
  partners: readonly PersonRef[];
}

/** The match that is to be played again; null: none, or it can't be read. `courseId`: the one that is chosen now. */
function useRoundAgain(matchId: string | null, courseId: string | undefined): RoundBefore | null {
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
function useLastRound(playType: PlayType, courseId: string | undefined): RoundBefore {
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
