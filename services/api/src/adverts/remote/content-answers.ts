import { LIMITS } from '@fairmark/contract';
import { z } from 'zod';
import { SPONSOR_BOUNDS } from '@fairmark/server/adverts/sponsor-file';

/** What a content service answers to our two documents. What has another shape is a failure, not an advert. */

/** One line of letters; what is longer than a banner can show is no advert. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value));
const moment = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .nullish();
const slot = (max: number) => z.int().min(1).max(max).nullish();
const image = z.object({ url: z.string().min(1).max(2_000), alt: line(300) }).nullish();

const answer = <Data extends z.ZodType>(data: Data) => z.object({ data, errors: z.undefined().optional() });

export const COURSE_ANSWER = answer(z.object({ course: z.object({ id: z.string().min(1).max(200) }).nullable() }));

export const ADVERTS_ANSWER = answer(
  z.object({
    adverts: z
      .array(
        z.object({
          sponsorName: line(100),
          text: line(300),
          slot: slot(LIMITS.holes),
          weekendSlot: slot(2),
          start: moment,
          end: moment,
          image,
        }),
      )
      .max(SPONSOR_BOUNDS.advertsOfCourse),
    defaultAdvert: z.object({ text: line(300), image }).nullable(),
  }),
);

/** A course's adverts in a content service's own words. */
export type ContentAdverts = z.infer<typeof ADVERTS_ANSWER>['data'];
/** A picture as a content service names it. */
export type ContentImage = NonNullable<z.infer<typeof image>>;
