import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from '../api/when-idle.js';
import { SponsorBanner } from './sponsor-banner.js';
import { advertOfDay, advertOfHole, type Adverts } from './choose-advert.js';
import type { CourseAdvertsAnswer } from '@fairmark/contract';
import { read } from '../api/call/read.js';

/** The advert of the hole being scored, 1 to 18. */
export function HoleAdvert({ courseId, holeNumber }: { courseId: string; holeNumber: number }) {
  return <SponsorBanner {...advertOfHole(useAdverts(courseId, true), holeNumber)} />;
}

/** The advert beside a course's results. `day`: their date, YYYY-MM-DD; undefined until they are loaded. */
export function DayAdvert({ courseId, day }: { courseId: string; day: string | undefined }) {
  return <SponsorBanner {...advertOfDay(useAdverts(courseId, day !== undefined), day)} />;
}

/** Undefined until loaded; null after a failure. Waits until the page is rendered and the phone is idle. */
function useAdverts(courseId: string, pageIsReady: boolean): Adverts | null | undefined {
  const [idle, setIdle] = useState(false);
  useEffect(() => (pageIsReady ? whenIdle(() => setIdle(true)) : undefined), [pageIsReady]);
  const { data, errorUpdateCount } = useQuery({ ...advertsQuery(courseId), enabled: pageIsReady && idle });
  return data ?? (errorUpdateCount > 0 ? null : undefined);
}

const TIMEOUT_MS = 6_000;
/** Adverts change at most once a day. */
const FRESH_MS = 3_600_000;
/** As long as a round takes: there may be no signal on the course. */
const KEPT_MS = 6 * 3_600_000;
const AGAIN_MS = 600_000;

/** A course's current adverts. No page waits for them: they load at low priority, and after a failure much later. */
const advertsQuery = (courseId: string) =>
  // The key starts with the course's own: neither hints nor commands invalidate it.
  read<CourseAdvertsAnswer>(['course', courseId, 'adverts'], `/api/courses/${courseId}/adverts`, {
    ask: () => ({ priority: 'low', timeoutMs: TIMEOUT_MS }),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchInterval: ({ state }) => state.error !== null && AGAIN_MS,
    refetchOnReconnect: true,
  });
