import { importSponsors, removeSponsors, type SavedCourse } from '@fairmark/server/adverts/import-sponsors';
import { withDatabase } from '@fairmark/server';
import { importFile } from '@fairmark/server/courses/import/import-courses';
import { PROBLEMS_MAX, type Problem } from '@fairmark/server/courses/import/entry-file';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import { onDatabase } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { resolvePath } from '../shell/shell.js';

/** `courses import FILE` (docs/courses.md). */
export const coursesCommand: CommandSpec = {
  name: 'courses',
  summary: "import a club's courses (docs/courses.md)",
  commands: [
    {
      name: 'import',
      summary: 'add the courses of a file, or change them',
      args: [['<file>', 'ends in .json or .csv; docs/courses.md describes both']],
      examples: [['Import the courses of a club', 'courses import courses.csv']],
      run: async (job, _options, file: string) => {
        const imported = await onDatabase(job, (url) => importFile(resolvePath(job.shell, file), url));
        if (!imported.ok) throw refused(file, imported.problems);
        const { added, changed, unchanged } = imported.saved;
        const words = `${file}: ${added} added, ${changed} changed, ${unchanged} unchanged`;
        job.result({ added, changed, unchanged }, words);
      },
    },
  ],
};

const importCommand: CommandSpec = {
  name: 'import',
  summary: "replace the adverts of a file's courses",
  args: [['<file>', 'ends in .json or .csv; docs/adverts.md describes both']],
  options: [['--where-none', 'only for courses that have no adverts']],
  examples: [['Import the adverts of a club', 'sponsors import sponsors.csv']],
  run: async (job, { whereNone = false }: { whereNone?: boolean }, file: string) => {
    const given = resolvePath(job.shell, file);
    const imported = await onDatabase(job, (url) => importSponsors(given, url, { whereNone }));
    if (!imported.ok) throw refused(file, imported.problems);
    const { courses } = imported;
    const replaced = `${file}: the adverts of ${counted(courses.length, 'course')} were replaced`;
    job.result({ courses }, [...courses.map(lineOf), replaced].join('\n'));
  },
};

const listCommand: CommandSpec = {
  name: 'list',
  summary: 'show the adverts of every course',
  examples: [['See which adverts there are, and which are active today', 'sponsors list']],
  run: async (job) => {
    const adverts = await onDatabase(job, listSponsors);
    job.result({ adverts }, adverts.length === 0 ? 'No course has adverts' : adverts.join('\n'));
  },
};

const removeCommand: CommandSpec = {
  name: 'remove',
  summary: 'remove all adverts of a course',
  args: [['<number>', 'golflinkCourseId of the course']],
  examples: [['Remove the adverts of a course', 'sponsors remove 29990']],
  run: async (job, _options, number: string) => {
    const removed = await onDatabase(job, (url) => removeSponsors(number, url));
    if (removed === null) throw new Failed(`There is no course with the number ${number}`);
    job.result({ course: removed }, lineOf(removed));
  },
};

/** `sponsors …` (docs/adverts.md). */
export const sponsorsCommand: CommandSpec = {
  name: 'sponsors',
  summary: "import, list and remove a club's adverts (docs/adverts.md)",
  commands: [importCommand, listCommand, removeCommand],
};

function lineOf({ name, adverts, advertsBefore, hasDefault }: SavedCourse): string {
  return `${name}: ${counted(adverts, 'advert')} (before: ${advertsBefore}) and ${hasDefault ? 'a' : 'no'} default`;
}

const ROWS_MAX = 10_000;

/** One line of text for each advert and default advert; days are those of the course. */
const LINES = `
  select concat(golflink_course_id, ' ', course.name, '; ',
    case when sponsor is null then 'default' else
      concat_ws(' ',
        concat_ws(' and ', 'slot ' || slot, (array['Saturday', 'Sunday'])[weekend_slot]),
        'from ' || to_char(starts_at at time zone time_zone, 'YYYY-MM-DD'),
        'until ' || to_char(ends_at at time zone time_zone - interval '1 second', 'YYYY-MM-DD'),
        case when starts_at > now() or ends_at <= now() then '(not active today)' end)
    end,
    ': ', sponsor || ', ', shown.text, case when shown.image is not null then ' (with a picture)' end) as line
  from (select course_id, place, sponsor_name as sponsor, text, slot, weekend_slot, image, starts_at, ends_at
          from app.adverts
        union all
        select course_id, 0, null, text, null, null, image, null, null from app.default_adverts) shown
  join app.courses course on course.id = shown.course_id
  order by course.golflink_course_id, place limit $1`;

async function listSponsors(databaseUrl: string): Promise<string[]> {
  const { rows } = await withDatabase(databaseUrl, (client) => client.query<{ line: string }>(LINES, [ROWS_MAX]));
  return rows.map(({ line }) => line);
}

function refused(file: string, problems: readonly Problem[]): Failed {
  const lines = problems
    .slice(0, PROBLEMS_MAX)
    .map(({ line, field, message }) => `${file}:${line}: ${field} ${message}`);
  const count = `${counted(lines.length, 'problem')}${lines.length === PROBLEMS_MAX ? ' or more' : ''}`;
  return new Failed([...lines, `Nothing was imported: ${count}.`].join('\n'), lines);
}
