import { importSponsors, removeSponsors } from '@fairmark/server/adverts/import-sponsors';
import type { SavedCourse } from '@fairmark/server/adverts/save-sponsors';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import { onDatabase } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { resolvePath } from '../shell/shell.js';
import { listSponsors } from './list-sponsors.js';
import { refused } from './refused.js';

const importCommand: CommandSpec = {
  name: 'import',
  summary: "replace the adverts of a file's courses",
  args: [['<file>', 'ends in .json or .csv; docs/adverts.md describes both']],
  options: [['--where-none', 'only for courses that have no adverts']],
  examples: [['Bring in the adverts of a club', 'sponsors import sponsors.csv']],
  run: async (job, { whereNone = false }: { whereNone?: boolean }, file: string) => {
    const given = resolvePath(job.shell, file);
    const imported = await onDatabase(job, (url) => importSponsors(given, url, { whereNone }));
    if (!imported.ok) throw refused(file, imported.problems);
    const { courses } = imported;
    const replaced = `${file}: the adverts of ${counted(courses.length, 'course')} were replaced`;
    job.result({ ok: true, courses }, [...courses.map(lineOf), replaced].join('\n'));
  },
};

const listCommand: CommandSpec = {
  name: 'list',
  summary: 'show the adverts of every course',
  examples: [['See which adverts there are, and which are active today', 'sponsors list']],
  run: async (job) => {
    const adverts = await onDatabase(job, listSponsors);
    job.result({ ok: true, adverts }, adverts.length === 0 ? 'No course has adverts' : adverts.join('\n'));
  },
};

const removeCommand: CommandSpec = {
  name: 'remove',
  summary: 'remove all adverts of a course',
  args: [['<number>', 'golflinkCourseId of the course']],
  examples: [['Remove the adverts of a course', 'sponsors remove 29990']],
  run: async (job, _options, number: string) => {
    const removed = await onDatabase(job, (url) => removeSponsors(number, url));
    if (removed === null) throw new Failed(`There is no course with the number ${number} here`);
    job.result({ ok: true, course: removed }, lineOf(removed));
  },
};

/** `sponsors …` (docs/adverts.md). */
export const sponsorsCommand: CommandSpec = {
  name: 'sponsors',
  summary: "bring a club's adverts in, list and remove them (docs/adverts.md)",
  commands: [importCommand, listCommand, removeCommand],
};

function lineOf({ name, adverts, advertsBefore, hasDefault }: SavedCourse): string {
  return `${name}: ${counted(adverts, 'advert')} (before: ${advertsBefore}) and ${hasDefault ? 'a' : 'no'} default`;
}
