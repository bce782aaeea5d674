import type { BoardAnswer, CourseAdvertsAnswer } from '@fairmark/contract';
import { call } from '../../../api/call/client.js';
import { minPosition } from '../../../api/call/position.js';

/** What a board is opened with: its course, and a golfer's token or that of a link. */
export interface BoardKey {
  course: string;
  token: string;
}

/** The course's cards of today. Codes: BOARD_LINK_REVOKED, UNAUTHORIZED, FORBIDDEN, COURSE_NOT_FOUND. */
export function readBoard({ course, token }: BoardKey): Promise<BoardAnswer> {
  return call<BoardAnswer>('GET', `/api/courses/${course}/board`, { token, query: minPosition() });
}

/** The course's adverts of this moment. */
export function readAdverts({ course, token }: BoardKey): Promise<CourseAdvertsAnswer> {
  return call<CourseAdvertsAnswer>('GET', `/api/courses/${course}/adverts`, { token, priority: 'low' });
}

/** Changes with the build of the client that the server has; null: it does not say. */
export async function readBuild(): Promise<string | null> {
  const { ok, headers } = await fetch('/', { method: 'HEAD', headers: { accept: 'text/html' }, credentials: 'omit' });
  return ok ? headers.get('etag') : null;
}
