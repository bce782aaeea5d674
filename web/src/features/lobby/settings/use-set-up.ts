import {
  type Course,
  type CourseRef,
  type Format,
  type Gender,
  type HistoryRow,
  type MatchAnswer,
  type PersonRef,
  type PlayType,
  type Tee,
  DELETED_PLAYER,
  ERRORS,
} from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { courseQuery, rememberCourse } from '../../../api/lookups.js';
import { useUsualCourse } from '../../../shared/use-home-course.js';
import { teeRating } from './tee-field.js';
import { historyQuery } from '../../../api/clubhouse.js';
import { lastPracticeQuery, pastMatchQuery } from '../../../api/match.js';
import { useSession } from '../../../api/use-session.js';

/** The choices of a set-up, prefilled from the round to play `again` (a match's id), or from the golfer's last one. */
export function useSetUp(playType: PlayType, again: string | null) {
  const me = useSession()?.userId;
  const gender = useQuery(userQuery()).data?.gender;
  const usual = useUsualCourse();
  const rounds = useQuery(historyQuery(undefined, 'date-desc')).data?.rounds ?? [];
  const repeated = usePastMatch(again);
  const [course, setCourse] = useCourse(firstCourse(repeated, usual, rounds));
  const before = useBefore(playType, repeated, rounds, course);
  const players = (repeated?.rounds ?? []).map(({ player }) => player);
  const partners = players.filter(({ id, fullName }) => id !== me && fullName !== DELETED_PLAYER);
  const [format, setFormat] = useState<Format>();
  const [tee, setTee] = useState<Tee>();
  const [company, setCompany] = useState<PersonRef[]>();
  const chosen = {
    course,
    matchType: format ?? before.format ?? null,
    tee: takenTee(course, tee ?? before.tee ?? null),
    company: company ?? partners,
  };
  const missing = whatIsMissing({ playType, gender, ...chosen });
  return { ...chosen, partners, gender, missing, setCourse, setFormat, setTee, setCompany };
}

function firstCourse(repeated: Past, usual: string | null | undefined, rounds: readonly HistoryRow[]) {
  if (repeated !== null) return repeated?.match.course.id;
  return usual === null ? rounds[0]?.course.id : usual;
}

/** The chosen course, at first the one with this id, and how to choose another; null: none. */
function useCourse(firstId: string | undefined) {
  // Undefined until the golfer has chosen or searched.
  const [picked, pick] = useState<string | null>();
  const id = (picked === undefined ? firstId : picked) ?? null;
  const { data: course = null } = useQuery({ ...courseQuery(id ?? ''), enabled: id !== null });
  const choose = (next: CourseRef | null): void => {
    if (next !== null) rememberCourse(next.id);
    pick(next?.id ?? null);
  };
  return [course, choose] as const;
}

/** Format and tee as in the round to repeat, or in the last one on the course, or else on any. */
function useBefore(playType: PlayType, repeated: Past, rounds: readonly HistoryRow[], course: CourseRef | null) {
  const isPractice = playType === 'SOCIAL';
  const latest = rounds.find((round) => round.course.id === course?.id) ?? rounds[0];
  const played = usePastMatch(latest?.matchId);
  const practice = useQuery({ ...lastPracticeQuery(), enabled: isPractice }).data;
  // Home may have cached it, but no match round begins with it.
  const practised = usePastMatch(isPractice ? practice?.matchId : null);
  const past = repeated === null ? [practised, played] : [repeated];
  return {
    format: repeated === null ? latest?.userRound.matchType : repeated?.match.matchType,
    tee: past.find((one) => one?.match.course.id === course?.id)?.match.tee,
  };
}

type Past = MatchAnswer | null | undefined;

/** A match played before; null: none, or it cannot be read; undefined: not known yet. */
function usePastMatch(matchId: string | null | undefined): Past {
  const { data, isError } = useQuery({ ...pastMatchQuery(matchId ?? ''), enabled: Boolean(matchId) });
  return matchId && !isError ? data : null;
}

/** The choices made so far, and the golfer's gender, if it is known yet. */
export interface SetUp {
  playType: PlayType;
  course: Pick<Course, 'slopeRatings'> | null;
  matchType: Format | null;
  tee: Tee | null;
  gender: Gender | undefined;
}

/** The first missing choice; empty: complete. A practice round needs no format: it is always Stableford. */
export function whatIsMissing({ playType, course, matchType, tee, gender }: SetUp): string {
  if (course === null) return 'Choose a course';
  if (playType === 'COMPETITION' && matchType === null) return 'Choose a match type';
  if (tee === null) return 'Choose a tee';
  // While the gender is unknown, the server checks.
  if (gender === undefined || teeRating(course, tee, gender)?.rating !== undefined) return '';
  return ERRORS.HANDICAP_UNKNOWN.message;
}

/** The effective tee: the picked one if the course has it, or the only one. */
export function takenTee(course: { tees: readonly { tee: Tee }[] } | null, picked: Tee | null): Tee | null {
  const tees = course?.tees ?? [];
  const [only] = tees;
  if (tees.length === 1 && only !== undefined) return only.tee;
  return tees.some(({ tee }) => tee === picked) ? picked : null;
}
