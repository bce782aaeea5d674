import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useState } from 'react';
import { whenIdle } from '../api/when-idle.js';
import { SponsorBanner } from './sponsor-banner.js';
import { advertOfDay, advertOfHole, type Adverts } from './choose-advert.js';
import type { CourseAdvertsAnswer } from '@fairmark/contract';
import { read } from '../api/call/read.js';

interface HoleAdvertProps {
  courseId: string;
  /** 1 to 18. */
  holeNumber: number;
}

/** The advert of a hole that is scored. */
export const HoleAdvert = memo(function HoleAdvert({ courseId, holeNumber }: HoleAdvertProps) {
  return <SponsorBanner {...advertOfHole(useAdverts(courseId, true), holeNumber)} />;
});

interface DayAdvertProps {
  courseId: string;
  /** The course's own date as the results have it, YYYY-MM-DD; undefined until they have come. */
  day: string | undefined;
}

/** The advert of the day beside a course's results in the Clubhouse. */
export const DayAdvert = memo(function DayAdvert({ courseId, day }: DayAdvertProps) {
  return <SponsorBanner {...advertOfDay(useAdverts(courseId, day !== undefined), day)} />;
});

/** Undefined until they have come; null: they can not be had now. Not asked for before the page stands and the phone has nothing else to do. */
function useAdverts(courseId: string, pageStands: boolean): Adverts | null | undefined {
  const [idle, setIdle] = useState(false);
  useEffect(() => (pageStands ? whenIdle(() => setIdle(true)) : undefined), [pageStands]);
  const { data, isError } = useQuery({ ...advertsQuery(courseId), enabled: pageStands && idle });
  return data ?? (isError ? null : undefined);
}

const TIMEOUT_MS = 6_000;
/** Adverts begin and end with days. */
const FRESH_MS = 3_600_000;
/** As long as a round takes: on the course there may be no signal to ask again with. */
const KEPT_MS = 6 * 3_600_000;

/** A course's adverts of this moment. No page waits for them: they are asked for once, behind everything else, and not again when that fails. */
const advertsQuery = (courseId: string) =>
  // Beside the course itself, which no hint of the socket and no command changes either.
  read<CourseAdvertsAnswer>(['course', courseId, 'adverts'], `/api/courses/${courseId}/adverts`, {
    ask: () => ({ priority: 'low', timeoutMs: TIMEOUT_MS }),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
  });
