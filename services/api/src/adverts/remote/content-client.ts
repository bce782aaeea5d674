import { LIMITS } from '@fairmark/contract';
import { signalWithin } from '@fairmark/server';
import { ADVERTS_OF_COURSE_MAX } from '@fairmark/server/adverts/sponsor-file';
import { z } from 'zod';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from '../content/content.documents.js';

const TIMEOUT_MS = 2_000;
const ANSWER_BYTES_MAX = 262_144;

/** One line of text; an advert that does not fit on a banner is invalid. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value));
const moment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .nullable()
  .default(null);
const slot = (max: number) => z.int().min(1).max(max).nullable().default(null);
const image = z.object({ url: z.string().min(1).max(2_000), alt: line(300) });

const advert = z
  .object({
    sponsorName: line(100),
    text: line(300),
    slot: slot(LIMITS.holes),
    weekendSlot: slot(2),
    start: moment,
    end: moment,
    image: image.nullable().default(null),
  })
  .transform(({ start, end, ...words }) => ({ ...words, startsAt: start, endsAt: end }));

const answer = <Data extends z.ZodType>(data: Data) => z.object({ data, errors: z.undefined().optional() });
const COURSE_ANSWER = answer(z.object({ course: z.object({ id: z.string().min(1).max(200) }).nullable() }));
const ADVERTS_ANSWER = answer(
  z.object({
    adverts: z.array(advert).max(ADVERTS_OF_COURSE_MAX),
    defaultAdvert: z.object({ text: line(300), image: image.nullable().default(null) }).nullable(),
  }),
);

/** A course's adverts, as a content service answers them. */
export type ContentAdverts = z.infer<typeof ADVERTS_ANSWER>['data'];
/** A reference to a picture, as a content service answers it. */
export type ContentImage = z.infer<typeof image>;

/**
 * A course's adverts from a content service, in two requests of two seconds at most; null if it lacks the course.
 * @throws Error for an answer of another shape, or when there is none
 */
export async function askContent(
  address: URL,
  golflinkCourseId: string,
  signal: AbortSignal,
): Promise<ContentAdverts | null> {
  const ask = async <Data>(query: string, variables: object, shape: z.ZodType<{ data: Data }>): Promise<Data> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify({ query, variables }) };
    const body = await boundedFetch(address, call, { timeoutMs: TIMEOUT_MS, bytesMax: ANSWER_BYTES_MAX, signal });
    const checked = shape.safeParse(JSON.parse(body.toString('utf8')));
    if (checked.success) return checked.data.data;
    const [issue] = checked.error.issues;
    throw new Error(`answered in another shape: ${issue?.path.join('.')} ${issue?.message}`);
  };
  const { course } = await ask(COURSE_DOCUMENT, { courseId: golflinkCourseId }, COURSE_ANSWER);
  return course === null ? null : ask(ADVERTS_DOCUMENT, { id: course.id }, ADVERTS_ANSWER);
}

/**
 * The body of a successful answer. Redirects are refused, so that only the named server is contacted.
 *
 * @param bounds `timeoutMs` for the whole exchange, `bytesMax` for the decompressed answer, `signal` of the process
 * @throws Error for another status, too large an answer, or none in time
 */
export async function boundedFetch(
  url: URL,
  init: RequestInit,
  { timeoutMs, bytesMax, signal }: { timeoutMs: number; bytesMax: number; signal: AbortSignal },
): Promise<Buffer> {
  const response = await fetch(url, { ...init, redirect: 'error', signal: signalWithin(signal, timeoutMs) });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop aborts the request.
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > bytesMax) throw new Error(`answered with more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
