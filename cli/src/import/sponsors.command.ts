import { importSponsors, removeSponsors } from '@fairmark/server/adverts/import-sponsors';
import type { SavedCourse } from '@fairmark/server/adverts/save-sponsors';
import type { Command } from 'commander';
import { onDatabase } from '../shell/database.js';
import { Failed } from '../shell/failure.js';
import { examples, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { resolvePath } from '../shell/shell.js';
import { listSponsors } from './list-sponsors.js';
import { refused } from './refused.js';

/** `sponsors …` (docs/adverts.md). */
export const sponsorsCommand: Register = (parent, run) => {
  const sponsors = parent
    .command('sponsors')
    .summary("bring a club's adverts in, list and remove them (docs/adverts.md)");
  for (const register of [importCommand, listCommand, removeCommand]) register(sponsors, run);
};

const importCommand: Register = (parent, run) => {
  parent
    .command('import')
    .summary("replace the adverts of a file's courses")
    .argument('<file>', 'ends in .json or .csv; docs/adverts.md describes both')
    .option('--where-none', 'only for courses that have no adverts')
    .addHelpText('after', examples(['Bring in the adverts of a club', 'sponsors import sponsors.csv']))
    .action((file: string, { whereNone = false }: { whereNone?: boolean }, command: Command) =>
      run(command, async ({ shell, output }) => {
        const imported = await onDatabase(shell, (url) => importSponsors(resolvePath(shell, file), url, { whereNone }));
        if (!imported.ok) throw refused(file, imported.problems);
        const { courses } = imported;
        const replaced = `${file}: the adverts of ${counted(courses.length, 'course')} were replaced`;
        output.result({ ok: true, courses }, [...courses.map(lineOf), replaced].join('\n'));
      }),
    );
};

const listCommand: Register = (parent, run) => {
  parent
    .command('list')
    .summary('show the adverts of every course')
    .addHelpText('after', examples(['See which adverts there are, and which are active today', 'sponsors list']))
    .action((_options: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        const adverts = await onDatabase(shell, listSponsors);
        output.result({ ok: true, adverts }, adverts.length === 0 ? 'No course has adverts' : adverts.join('\n'));
      }),
    );
};

const removeCommand: Register = (parent, run) => {
  parent
    .command('remove')
    .summary('remove all adverts of a course')
    .argument('<number>', 'golflinkCourseId of the course')
    .addHelpText('after', examples(['Remove the adverts of a course', 'sponsors remove 29990']))
    .action((number: string, _options: object, command: Command) =>
      run(command, async ({ shell, output }) => {
        const removed = await onDatabase(shell, (url) => removeSponsors(number, url));
        if (removed === null) throw new Failed(`${number} is the number of no course here`);
        output.result({ ok: true, course: removed }, lineOf(removed));
      }),
    );
};

const lineOf = ({ name, adverts, advertsBefore, hasDefault }: SavedCourse): string =>
  `${name}: ${counted(adverts, 'advert')} (before: ${advertsBefore}) and ${hasDefault ? 'a' : 'no'} default`;
