import { type Format, type PersonRef, type PlayType, type Tee, DELETED_PLAYER, ERRORS } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { rememberCourse } from '../../../api/stored-round.js';
import { useCourseChoice } from '../../../shared/use-course-choice.js';
import { useUsualCourse } from '../../../shared/use-home-course.js';
import { isRated } from './tee-field.js';
import { historyQuery } from '../../../api/clubhouse.js';
import { lastPracticeQuery, pastMatchQuery } from '../../../api/match.js';
import { useSession } from '../../../api/use-session.js';

/** The choices of a set-up, prefilled from the round to play `again` (a match's id), or from the golfer's last one. */
export function useSetUp(playType: PlayType, again: string | null) {
  const gender = useQuery(userQuery()).data?.gender;
  const usual = useUsualCourse();
  const [courseId, setCourseId] = useState<string>();
  const last = useLastRound(playType, courseId);
  const repeated = useRoundAgain(again, courseId);
  const before = repeated ?? last;
  const first = repeated !== null ? repeated.course : usual === null ? last.course : usual;
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

interface RoundBefore {
  /** The course's id; null: none; undefined: not known yet. */
  course: string | null | undefined;
  format: Format | null;
  tee: Tee | null;
  partners: readonly PersonRef[];
}

/** Defaults from the match to play again; null if there is none or it cannot be read. `courseId`: the chosen course. */
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

/** Defaults from the golfer's last round on the course, or else on any; from a practice round only the tee. */
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

/** Defaults from the last practice round, for another one. Not for a match round, though home may have cached it. */
function useLastPractice(wanted: boolean, courseId: string | undefined): RoundBefore | null {
  const { data } = useQuery({ ...lastPracticeQuery(), enabled: wanted });
  return useRoundAgain(wanted ? (data?.matchId ?? null) : null, courseId);
}

/** The choices made so far. */
export interface SetUp {
  playType: PlayType;
  course: object | null;
  matchType: Format | null;
  tee: Tee | null;
  /** Whether my daily handicap can be computed for that tee. */
  rated: boolean;
}

/** The first missing choice; empty: complete. A practice round needs no format: it is always Stableford. */
export function whatIsMissing({ playType, course, matchType, tee, rated }: SetUp): string {
  if (course === null) return 'Choose a course';
  if (playType === 'COMPETITION' && matchType === null) return 'Choose a match type';
  if (tee === null) return 'Choose a tee';
  if (!rated) return ERRORS.HANDICAP_UNKNOWN.message;
  return '';
}

/** The effective tee: the picked one if the course has it, or the only one. */
export function takenTee(tees: readonly { tee: Tee }[], picked: Tee | null): Tee | null {
  const [only] = tees;
  if (tees.length === 1 && only !== undefined) return only.tee;
  return tees.some(({ tee }) => tee === picked) ? picked : null;
}
