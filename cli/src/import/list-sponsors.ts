import { Client } from 'pg';
import { importConnection } from '@fairmark/server/courses/import/import-database';

const ROWS_MAX = 10_000;

interface ListedRow {
  number: string;
  course: string;
  /** Null: what shows where no advert has the slot. */
  sponsor: string | null;
  text: string;
  slot: number | null;
  weekendSlot: number | null;
  from: string | null;
  until: string | null;
  active: boolean;
  pictured: boolean;
}

/** Every course's adverts and default, a line each; days are those of the course. */
export async function listSponsors(databaseUrl: string): Promise<string[]> {
  const client = new Client(importConnection(databaseUrl));
  await client.connect();
  try {
    const { rows } = await client.query<ListedRow>(
      `select golflink_course_id as number, course.name as course, sponsor, shown.text,
              slot, weekend_slot as "weekendSlot", shown.image is not null as pictured,
              to_char(starts_at at time zone time_zone, 'YYYY-MM-DD') as from,
              to_char(ends_at at time zone time_zone - interval '1 second', 'YYYY-MM-DD') as until,
              (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()) as active
         from (select course_id, place, sponsor_name as sponsor, text, slot, weekend_slot, image, starts_at, ends_at
                 from app.adverts
               union all
               select course_id, 0, null, text, null, null, image, null, null from app.default_adverts) shown
         join app.courses course on course.id = shown.course_id
        order by course.golflink_course_id, place limit $1`,
      [ROWS_MAX],
    );
    return rows.map(lineOf);
  } finally {
    await client.end();
  }
}

const WEEKEND = { 1: 'Saturday', 2: 'Sunday' } as const;

function lineOf(row: ListedRow): string {
  const { number, course, sponsor, text, pictured } = row;
  const what = sponsor === null ? `default: ${text}` : `${placeOf(row)}: ${sponsor}, ${text}`;
  return `${number} ${course}; ${what}${pictured ? ' (with a picture)' : ''}`;
}

function placeOf({ slot, weekendSlot, from, until, active }: ListedRow): string {
  const day = weekendSlot === 1 || weekendSlot === 2 ? WEEKEND[weekendSlot] : null;
  const places = [...(slot === null ? [] : [`slot ${slot}`]), ...(day === null ? [] : [day])].join(' and ');
  const days = [...(from === null ? [] : [`from ${from}`]), ...(until === null ? [] : [`until ${until}`])].join(' ');
  return `${places}${days === '' ? '' : ` ${days}`}${active ? '' : ' (not active today)'}`;
}
