import type { Format, PersonRef, PlayType, Tee } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { rememberCourse } from '../../../api/stored-round.js';
import { useCourseChoice } from '../../../shared/use-course-choice.js';
import { useUsualCourse } from '../../../shared/use-home-course.js';
import { takenTee, whatIsMissing } from '../host/what-is-missing.js';
import { isRated } from './tee-rating.js';
import { useLastRound, useRoundAgain } from './use-round-before.js';

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
