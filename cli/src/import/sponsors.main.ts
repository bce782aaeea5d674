import path from 'node:path';
import { report } from './report.js';
import { failed, NO_DATABASE, runCommand } from '../shell/command.js';
import { importSponsors, removeSponsors } from '@fairmark/server/adverts/import-sponsors';
import type { SavedCourse } from '@fairmark/server/adverts/save-sponsors';
import { listSponsors } from './list-sponsors.js';

/** `npm run sponsors -- …`: brings a club's adverts in, lists and removes them (docs/adverts.md). */

const USAGE = [
  'Usage: npm run sponsors -- import FILE     (FILE ends in .json or .csv; docs/adverts.md describes both)',
  '       npm run sponsors -- import --where-none FILE     (only for courses that have no adverts)',
  '       npm run sponsors -- list',
  '       npm run sponsors -- remove NUMBER   (all adverts of the course with this golflinkCourseId)',
].join('\n');

type Run = (url: string) => Promise<number>;

async function main(args: string[]): Promise<number> {
  const run = commandOf(args);
  if (run === null) return failed(USAGE, 2);
  const url = process.env.DATABASE_URL;
  return url ? run(url) : failed(NO_DATABASE, 2);
}

/** What the words ask for; null: nothing that there is. */
function commandOf(args: string[]): Run | null {
  const words = args.filter((word) => word !== '--where-none');
  const whereNone = words.length < args.length;
  const [command, operand, ...rest] = words;
  if (rest.length > 0 || operand?.startsWith('-') === true) return null;
  if (command === 'import' && operand !== undefined) return (url) => bringIn(operand, url, whereNone);
  if (whereNone) return null;
  if (command === 'remove' && operand !== undefined) return (url) => remove(operand, url);
  return command === 'list' && operand === undefined ? list : null;
}

async function bringIn(file: string, url: string, whereNone: boolean): Promise<number> {
  // npm runs its scripts in the project's folder and says in INIT_CWD where it was called.
  const imported = await importSponsors(path.resolve(process.env.INIT_CWD ?? '', file), url, { whereNone });
  if (!imported.ok) return failed(report(file, imported.problems), 1);
  const { courses } = imported;
  say([...courses.map(lineOf), `${file}: the adverts of ${counted(courses.length, 'course')} were replaced`]);
  return 0;
}

async function remove(number: string, url: string): Promise<number> {
  const removed = await removeSponsors(number, url);
  if (removed === null) return failed(`${number} is the number of no course here`, 1);
  say([lineOf(removed)]);
  return 0;
}

async function list(url: string): Promise<number> {
  const lines = await listSponsors(url);
  say(lines.length === 0 ? ['No course has adverts'] : lines);
  return 0;
}

const lineOf = ({ name, adverts, advertsBefore, hasDefault }: SavedCourse): string =>
  `${name}: ${counted(adverts, 'advert')} (before: ${advertsBefore}) and ${hasDefault ? 'a' : 'no'} default`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const say = (lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

await runCommand(main);
