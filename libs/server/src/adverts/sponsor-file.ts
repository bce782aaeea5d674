import { LIMITS } from '@fairmark/contract';
import { z } from 'zod';
import { GOLFLINK_COURSE_ID, group, text, whole } from '../courses/course-file.js';

/** File format of adverts: fields, types and ranges (docs/adverts.md). read-sponsors.ts has the rules across fields. */

export const ADVERTS_OF_COURSE_MAX = 100;

const NAME_MAX = 50;
/** The banner shows two short lines. */
const TEXT_MAX = 120;
const ALT_MAX = 200;
const FILE_MAX = 300;

const isDay = (value: string) =>
  z.iso.date().safeParse(value).success && value >= '2000-01-01' && value <= '2199-12-31';

const day = z.string('must be text').refine(isDay, { error: 'must be a day such as 2026-11-30' });

const optional = <Field extends z.ZodType>(field: Field) => field.nullable().default(null);

const pictured = {
  image: optional(text(FILE_MAX)),
  alt: optional(text(ALT_MAX)),
};

const ADVERT = group({
  record: z.literal('advert'),
  golflinkCourseId: GOLFLINK_COURSE_ID,
  sponsorName: text(NAME_MAX),
  text: text(TEXT_MAX),
  slot: optional(whole(1, LIMITS.holes)),
  weekendSlot: optional(whole(1, 2)),
  from: optional(day),
  until: optional(day),
  ...pictured,
});

const DEFAULT = group({
  record: z.literal('default'),
  golflinkCourseId: GOLFLINK_COURSE_ID,
  text: text(TEXT_MAX),
  ...pictured,
});

export const SPONSOR_RECORD = z.discriminatedUnion('record', [ADVERT, DEFAULT], {
  error: (issue) =>
    issue.code === 'invalid_union' ? 'must be one of advert, default' : 'must be an object with a record of its kind',
});

/** A sponsor's advert in a file. `from` and `until` are days in the course's time zone, both inclusive. */
export type AdvertInput = z.infer<typeof ADVERT>;
export type SponsorRecord = z.infer<typeof SPONSOR_RECORD>;
