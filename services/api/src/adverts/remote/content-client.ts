import type { z } from 'zod';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from '../content/content.documents.js';
import { BadAnswer, boundedFetch } from './bounded-fetch.js';
import { ADVERTS_ANSWER, COURSE_ANSWER, type ContentAdverts } from './content-answers.js';

const TIMEOUT_MS = 2_000;
const ANSWER_BYTES_MAX = 262_144;

export class ContentClient {
  constructor(
    private readonly address: URL,
    private readonly ending: AbortSignal,
  ) {}

  /**
   * A course's adverts; null: the service does not know the course. Two requests, of two seconds at most each.
   *
   * @throws BadAnswer for what says nothing, another Error when there is no answer
   */
  async adverts(golflinkCourseId: string): Promise<ContentAdverts | null> {
    const { course } = await this.ask(COURSE_DOCUMENT, { courseId: golflinkCourseId }, COURSE_ANSWER);
    return course === null ? null : this.ask(ADVERTS_DOCUMENT, { id: course.id }, ADVERTS_ANSWER);
  }

  private async ask<Data>(
    query: string,
    variables: Record<string, string>,
    answer: z.ZodType<{ data: Data }>,
  ): Promise<Data> {
    const body = await boundedFetch(
      this.address,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ query, variables }),
      },
      { timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX, signal: this.ending },
    );
    const read = answer.safeParse(parsed(body));
    if (read.success) return read.data.data;
    const [issue] = read.error.issues;
    throw new BadAnswer(`answered in another shape: ${issue?.path.join('.')} ${issue?.message}`);
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new BadAnswer('answered something that is no JSON', { cause });
  }
}
