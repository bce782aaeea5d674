import { handicapForShow, LEADERBOARD_SORTS, type LeaderboardSort } from '@fairmark/contract';
import { readNames, whoIs } from '@fairmark/read-models';
import { Option } from 'commander';
import type { CommandSpec } from '../shell/command.js';
import { Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openAll } from '../shell/open.js';
import { counted, textTable } from '../shell/output.js';
import { csv, type Columns } from './csv.js';
import { findCourse } from './find-course.js';
import { recordRead } from './operator.js';
import { leaderboardOf, matchesOf } from './past-leaderboard.js';
import { dayWords, isDay, localTime, timeOf } from './points-in-time.js';

const FORMATS = ['table', 'json', 'csv'] as const;

interface Given {
  at?: string;
  sort: LeaderboardSort;
  format: (typeof FORMATS)[number];
}

type Board = Awaited<ReturnType<typeof readBoard>>;
type Place = Board['places'][number];

const TOTAL_WORDS: Readonly<Record<LeaderboardSort, string>> = {
  stableford: 'POINTS',
  par: '+/-',
  nett: 'NETT TO PAR',
};

export const boardCommand: CommandSpec = {
  name: 'board',
  summary: 'a leaderboard as it stood at any time',
  about: `
Computes the leaderboard of a course and day from the log as of a given time: with the cards that were verified and the corrections
that were made by then. Derived tables are not used.

A course is named by its id, its five-digit GOLF Link number or its full name; a time by the course's clock ('2026-11-21 14:00')
or with a zone. A time includes the whole second or minute that is written.`,
  args: [
    ['<course>', 'the course'],
    ['<date>', 'the day of the round, YYYY-MM-DD'],
  ],
  options: [
    ['--at <time>', 'as it stood then (default: now)'],
    new Option('--sort <sort>', 'sort order').choices(LEADERBOARD_SORTS).default('stableford'),
    new Option('--format <format>', 'output format').choices(FORMATS).default('table'),
  ],
  examples: [
    ['As it stands', "audit board 'Banksia Park' 2026-11-21"],
    ['As it stood at two', "audit board 20101 2026-11-21 --at '2026-11-21 14:00' --sort nett"],
  ],
  run: async (job, given: Given, course: string, day: string) => {
    const board = await readBoard(job, given, course, day);
    const text = given.format === 'csv' ? csv(COLUMNS, board.places) : boardText(board);
    job.result(board, text);
  },
};

/** Computes a leaderboard, with the names of players and markers, and records that it is read. */
async function readBoard(job: Job, { at, sort }: Given, named: string, day: string) {
  if (!isDay(day)) throw new Misused(`'${day}' is not a date: write YYYY-MM-DD.`);
  const { store, database } = await openAll(job);
  const course = await findCourse(database, named);
  const then = at === undefined ? new Date().toISOString() : timeOf(at, course.timeZone);
  // A minute includes its end, so the current one is allowed.
  if (Date.parse(then) > Date.now() + 60_000) throw new Misused(`'${at}' is in the future: leave out --at.`);
  await recordRead(job.shell, database, { what: 'board', subject: `${course.id} ${day}` });
  const head = await store.head();
  job.progress.begin('Reading the log', head === null ? null : Number(head));
  const matches = await matchesOf(store, { courseId: course.id, day, at: then }, job);
  const ranked = leaderboardOf(matches, sort);
  const ids = ranked.flatMap(({ userId, markerId }) => (markerId === null ? [userId] : [userId, markerId]));
  const who = whoIs(await readNames(database, ids), ids);
  const places = ranked.map((place) => {
    return { ...place, player: who(place.userId), marker: place.markerId === null ? null : who(place.markerId) };
  });
  return { course, day, at: then, sort, places };
}

function boardText({ course, day, at, sort, places }: Board): string {
  const head = `${course.name}, ${dayWords(day)}: ${counted(places.length, 'verified card')} at ${localTime(at, course.timeZone)} (${course.timeZone})`;
  if (places.length === 0) return head;
  const numbers = ['PLACE', 'DAILY', TOTAL_WORDS[sort], 'GROSS', 'NETT'];
  const titles = ['PLACE', 'PLAYER', 'DAILY', TOTAL_WORDS[sort], 'GROSS', 'NETT', 'VERIFIED', ''];
  const rows = places.map((place) => [
    place.rankLabel,
    place.player.fullName,
    handicapForShow(place.dailyHandicap, 0),
    String(place.total ?? '-'),
    `${place.totals.gross ?? '-'}${place.totals.includesNoScore ? '*' : ''}`,
    String(place.totals.nett ?? '-'),
    verifiedText(place, day, course.timeZone),
    remarks(place),
  ]);
  const notes = places.some(({ totals }) => totals.includesNoScore) ? ['* incl. NS, as nett double bogey'] : [];
  return [head, '', textTable(titles, rows, numbers), ...notes].join('\n');
}

/** The time of day, preceded by month and day if the card was verified on another day. */
function verifiedText({ verifiedAt }: Place, day: string, timeZone: string): string {
  const [date = '', hour = ''] = verifiedAt === null ? [] : localTime(verifiedAt, timeZone).split(' ');
  return date === day ? hour : `${date.slice('2026-'.length)} ${hour.slice(0, 'HH:MM'.length)}`.trim();
}

function remarks({ decidedBy, correctedAt }: Place): string {
  const countback = decidedBy === null ? [] : [`countback ${decidedBy.replace(/(\d+)$/, ' $1')}`];
  return [...countback, ...(correctedAt === null ? [] : ['corrected'])].join(', ');
}

const COLUMNS: Columns<Place> = {
  place: ({ rankLabel }) => rankLabel,
  player_id: ({ player }) => player.id,
  player: ({ player }) => player.fullName,
  marker_id: ({ markerId }) => markerId,
  marker: ({ marker }) => marker?.fullName ?? null,
  round: ({ matchId }) => matchId,
  format: ({ matchType }) => matchType,
  daily_handicap: ({ dailyHandicap }) => dailyHandicap,
  stableford: ({ totals }) => totals.stableford,
  par: ({ totals }) => totals.par,
  gross: ({ totals }) => totals.gross,
  nett: ({ totals }) => totals.nett,
  countback: ({ decidedBy }) => decidedBy,
  verified_at: ({ verifiedAt }) => verifiedAt,
  corrected_at: ({ correctedAt }) => correctedAt,
};
