import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { whatIsMissing } from '@fairmark/read-models';
import { SingleBar } from 'cli-progress';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fairmark/api/auth/demo-accounts';
import { seedDemoAccounts } from './seed-demo.js';
import { importFile } from '@fairmark/server/courses/import/import-file';
import { readCourses } from '@fairmark/server/courses/import/read-courses';
import { courseRow } from '@fairmark/server/courses/import/save-courses';
import type { CardSource } from '@fairmark/server/courses/course-card';
import { failed, NO_DATABASE, runCommand } from '../shell/command.js';
import { playDemo, type DemoReport } from './demo.js';

/** `npm run demo`: weeks of rounds of the demo golfers, until now (docs/operations.md). */

const USAGE = `Usage: npm run demo [-- --weeks N] [-- --seed NAME]
  --weeks  how many weeks until today are played, 1 to 26 (default 6)
  --seed   letters and digits; another seed draws other rounds, for a new data folder (default demo)
Run again, it adds what is missing until now.`;
const WEEKS = { fallback: '6', max: 26 };
const SEED = /^[a-z0-9]{1,16}$/i;
const COURSES = fileURLToPath(new URL('../../demo/courses.json', import.meta.url));
const INTERRUPTED = 130;

async function main(args: string[]): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) return failed(USAGE, 2);
  const databaseUrl = process.env.DATABASE_URL;
  if (!databaseUrl) return failed(NO_DATABASE, 2);
  const missing = await whatIsMissing(databaseUrl);
  if (missing !== null) return failed(`${missing}\nStart Fairmark first: npm start`, 2);
  const courses = await loadCourses(databaseUrl);
  await seedDemoAccounts(databaseUrl);

  const stop = stopOnSignals();
  const bar = new SingleBar({
    format: 'Playing {bar} {percentage}% | {value} of {total} steps | {eta_formatted} left',
    barsize: 30,
    noTTYOutput: false,
    hideCursor: true,
  });
  bar.start(1, 0);
  const begun = Date.now();
  const { signal } = stop;
  const onProgress = (done: number, of: number): void => {
    bar.setTotal(of);
    bar.update(done);
  };
  const accounts = DEMO_ACCOUNTS;
  const eventStoreUrl = process.env.EVENT_STORE_URL || undefined;
  const options = {
    databaseUrl,
    eventStoreUrl,
    accounts,
    password: DEMO_PASSWORD,
    courses,
    ...asked,
    signal,
    onProgress,
  };
  const report = await playDemo(options)
    .catch((error: unknown) => {
      // Stopped before the first round.
      if (signal.aborted) return null;
      throw error;
    })
    .finally(() => bar.stop());
  if (report?.finished !== true) return failed('Stopped. Run npm run demo again to go on from here.', INTERRUPTED);
  say(summary(report, (Date.now() - begun) / 1_000, asked.weeks));
  return 0;
}

function readArguments(args: string[]): { weeks: number; seed: string } | null {
  try {
    const { values } = parseArgs({
      args,
      options: { weeks: { type: 'string', default: WEEKS.fallback }, seed: { type: 'string', default: 'demo' } },
    });
    const weeks = Number(values.weeks);
    const fits = Number.isInteger(weeks) && weeks >= 1 && weeks <= WEEKS.max && SEED.test(values.seed);
    return fits ? { weeks, seed: values.seed } : null;
  } catch {
    return null;
  }
}

/** The invented courses, put in place where somebody removed or never loaded them. */
async function loadCourses(databaseUrl: string): Promise<CardSource[]> {
  const read = readCourses(path.basename(COURSES), readFileSync(COURSES));
  if (!read.ok) throw new Error(`${COURSES} is not a file of courses`);
  await importFile(COURSES, databaseUrl);
  return read.courses.map((course) => courseRow(course));
}

/** The first Ctrl-C ends the demo between two steps; nobody waits for a second one. */
function stopOnSignals(): AbortController {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort(signal));
  return stop;
}

function summary(report: DemoReport, seconds: number, weeks: number): string {
  const { matches, scores, matchesBefore, diverged, beginsOn, tables, club } = report;
  const played = `${matches} matches with ${scores} scores in ${seconds.toFixed(0)} s`;
  const [first] = DEMO_ACCOUNTS;
  return [
    matches === 0 ? 'The demo is already there: nothing was added.' : `Played ${played}.`,
    ...(matchesBefore > 0 && matches > 0 ? [`${matchesBefore} matches were there already.`] : []),
    ...(beginsOn === null
      ? []
      : [`This demo begins on ${beginsOn}. For all of ${weeks} weeks, run it on a new data folder.`]),
    ...(diverged.length === 0 ? [] : ['Not played on, because somebody else took part:', ...diverged.map(indented)]),
    TABLES[tables],
    `Sign in as ${first?.email}, password ${DEMO_PASSWORD}. Most rounds are at ${club}.`,
  ].join('\n');
}

const TABLES: Record<DemoReport['tables'], string> = {
  UP_TO_DATE: 'Leaderboard, history and the other tables hold all of it.',
  BEHIND: 'The projector is still working on the tables.',
  NO_PROJECTOR: 'No projector is running: leaderboard and history fill once Fairmark is started (npm start).',
};

const indented = (line: string): string => `  ${line}`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await runCommand(main);
