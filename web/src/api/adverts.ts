import type { CourseAdvertsAnswer } from '@fairmark/contract';
import { read } from './call/read.js';

const TIMEOUT_MS = 6_000;
/** Adverts begin and end with days. */
const FRESH_MS = 3_600_000;
/** As long as a round takes: on the course there may be no signal to ask again with. */
const KEPT_MS = 6 * 3_600_000;

/** A course's adverts of this moment. No page waits for them: they are asked for once, behind everything else, and not again when that fails. */
export const advertsQuery = (courseId: string) =>
  // Beside the course itself, which no hint of the socket and no command changes either.
  read<CourseAdvertsAnswer>(['course', courseId, 'adverts'], `/api/courses/${courseId}/adverts`, {
    ask: () => ({ priority: 'low', timeoutMs: TIMEOUT_MS }),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: true,
  });
