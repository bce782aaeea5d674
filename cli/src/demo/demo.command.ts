import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as is from '@fairmark/server/config/setting-kinds';
import type { CardSource } from '@fairmark/server/courses/course-card';
import { importFile, readCourses, courseRow } from '@fairmark/server/courses/import/import-courses';
import { Option } from 'commander';
import { reading, type CommandSpec } from '../shell/command.js';
import { Interrupted } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { givenDatabase, refuseUnmigrated } from '../shell/open.js';
import { setting } from '../shell/shell.js';
import { playDemo, type DemoReport } from './demo.js';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from './golfers.command.js';

const WEEKS = { fallback: 6, max: 26 };
const COURSES = fileURLToPath(new URL('../../demo/courses.json', import.meta.url));
const STOPPED = 'Stopped. Run npm run demo again to continue from here.';

/** `demo`: weeks of rounds of the demo golfers, until now (docs/operations.md). */
export const demoCommand: CommandSpec = {
  name: 'demo',
  summary: 'play weeks of rounds of the demo golfers',
  about: 'Plays weeks of rounds of the demo golfers until now. Run again, it adds what is missing until now.',
  options: [
    new Option('--weeks <n>', `number of weeks to play, up to today, 1 to ${WEEKS.max}`)
      .argParser(reading(is.number(1, WEEKS.max)))
      .default(WEEKS.fallback),
  ],
  examples: [['Play three weeks', 'demo --weeks 3']],
  interrupted: STOPPED,
  run: play,
};

async function play(job: Job, { weeks }: { weeks: number }): Promise<void> {
  const { shell } = job;
  const databaseUrl = givenDatabase(shell);
  await refuseUnmigrated(databaseUrl);
  const courses = await loadCourses(databaseUrl);
  await seedDemoAccounts(databaseUrl);
  const begun = Date.now();
  const eventStoreUrl = setting(shell, 'EVENT_STORE_URL');
  const report = await playDemo(job, { databaseUrl, eventStoreUrl, courses, weeks });
  if (!report.finished) throw new Interrupted(STOPPED);
  job.result(report, summary(report, (Date.now() - begun) / 1_000, weeks));
}

async function loadCourses(databaseUrl: string): Promise<CardSource[]> {
  const { entries } = readCourses(path.basename(COURSES), readFileSync(COURSES));
  const { ok } = await importFile(COURSES, databaseUrl);
  if (!ok) throw new Error(`${COURSES} is not a file of courses`);
  return entries.map(({ entry }) => courseRow(entry));
}

const TABLES: Record<DemoReport['tables'], string> = {
  UP_TO_DATE: 'Leaderboard, history and the other tables are up to date.',
  BEHIND: 'The projector is still working on the tables.',
  NO_PROJECTOR: 'No projector is running: leaderboard and history fill once Fairmark is started (npm start).',
};

function summary(report: DemoReport, seconds: number, weeks: number): string {
  const { matches, scores, competitions, matchesBefore, diverged, beginsOn, tables, club } = report;
  const lines = [
    matches === 0
      ? 'The demo is already complete: nothing was added.'
      : `Played ${matches} matches with ${scores} scores in ${seconds.toFixed(0)} s.`,
  ];
  if (competitions > 0) lines.push(`Competitions under way: ${competitions}.`);
  if (matchesBefore > 0 && matches > 0) lines.push(`${matchesBefore} matches were already there.`);
  if (beginsOn !== null) {
    lines.push(`This demo begins on ${beginsOn}. For all of ${weeks} weeks, run it on a new data folder.`);
  }
  if (diverged.length > 0) {
    lines.push('Not continued, because another golfer took part:', ...diverged.map((line) => `  ${line}`));
  }
  const signIn = `Sign in as ${DEMO_ACCOUNTS[0]?.email}, password ${DEMO_PASSWORD}. Most rounds are at ${club}.`;
  return [...lines, TABLES[tables], signIn].join('\n');
}
