import { handicapForShow, LEADERBOARD_SORTS, type LeaderboardSort, type PersonRef } from '@fairmark/contract';
import { readNames, whoIs } from '@fairmark/read-models';
import { Option, type Command } from 'commander';
import { Misused } from '../shell/failure.js';
import { examples, prose, type Job, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { textTable } from '../shell/text-table.js';
import { withLog, type LogAndDatabase } from '../shell/with-log.js';
import { findCourse, type KnownCourse } from './find-course.js';
import { dayWords, isDay, localTime, momentOf } from './moments.js';
import { recordRead } from './operator.js';
import { boardOf, matchesOf, type BoardPlace } from './past-board.js';
import { csv } from './round-csv.js';

const FORMATS = ['table', 'json', 'csv'] as const;

interface Given {
  at?: string;
  sort: LeaderboardSort;
  format: (typeof FORMATS)[number];
  json?: boolean;
}

/** A board with names. */
interface Board {
  course: KnownCourse;
  day: string;
  at: string;
  sort: LeaderboardSort;
  places: (BoardPlace & { player: PersonRef; marker: PersonRef | null })[];
}

const TOTAL_WORDS: Readonly<Record<LeaderboardSort, string>> = {
  stableford: 'POINTS',
  par: '+/-',
  nett: 'NETT TO PAR',
};

/** `audit board`: a leaderboard as it stood. */
export const boardCommand: Register = (parent, run) => {
  parent
    .command('board')
    .summary('a leaderboard as it stood at any time')
    .description(
      prose(`
Works out the leaderboard of a course and day from the log, as it stood at a time: with the cards that were verified then, and the
corrections that had been made then. The derived tables are not looked at.

A course is named by its id, its five-digit GOLF Link number or its whole name; a time by the course's clock ('2026-11-21 14:00')
or with its zone. It ends with the second, or the minute, that is written: what was recorded within it counts.`),
    )
    .argument('<course>', 'the course')
    .argument('<date>', 'the day of the round, YYYY-MM-DD')
    .option('--at <time>', 'as it stood then (default: now)')
    .addOption(new Option('--sort <sort>', 'what it is sorted by').choices(LEADERBOARD_SORTS).default('stableford'))
    .addOption(new Option('--format <format>', 'how it is shown').choices(FORMATS).default('table'))
    .addHelpText(
      'after',
      examples(
        ['As it stands', "audit board 'Banksia Park' 2026-11-21"],
        ['As it stood at two', "audit board 20101 2026-11-21 --at '2026-11-21 14:00' --sort nett"],
      ),
    )
    .action((course: string, date: string, given: Given, command: Command) =>
      run(command, (job) => showBoard(job, { course, date }, given)),
    );
};

async function showBoard(job: Job, { course, date }: { course: string; date: string }, given: Given): Promise<void> {
  if (!isDay(date)) throw new Misused(`'${date}' is no day: write YYYY-MM-DD.`);
  const board = await withLog(job.shell, async (of): Promise<Board> => {
    const known = await findCourse(of.client, course);
    const at = given.at === undefined ? new Date().toISOString() : momentOf(given.at, known.timeZone);
    await recordRead(job.shell, of.client, { what: 'board', subject: `${known.id} ${date}` });
    return readBoard(job, of, { course: known, day: date, at, sort: given.sort });
  });
  job.progress.stop();
  job.output.result({ ok: true, ...board }, given.format === 'csv' ? boardCsv(board) : boardText(board));
}

async function readBoard(
  { progress, shell }: Job,
  { store, client }: LogAndDatabase,
  wanted: Omit<Board, 'places'>,
): Promise<Board> {
  const { course, day, at, sort } = wanted;
  const head = await store.head();
  progress.begin('Reading the log', head === null ? null : Number(head));
  const reading = { signal: shell.signal, onEvent: () => progress.add(1) };
  const places = boardOf(await matchesOf(store, { courseId: course.id, day, at }, reading), sort);
  const ids = places.flatMap(({ userId, markerId }) => (markerId === null ? [userId] : [userId, markerId]));
  const who = whoIs(await readNames(client, ids), ids);
  const named = places.map((place) => ({
    ...place,
    player: who(place.userId),
    marker: place.markerId === null ? null : who(place.markerId),
  }));
  return { ...wanted, places: named };
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

/** The hour; the month and day before it where the card was verified on another day. */
function verifiedText({ verifiedAt }: BoardPlace, day: string, timeZone: string): string {
  const [date = '', hour = ''] = verifiedAt === null ? [] : localTime(verifiedAt, timeZone).split(' ');
  return date === day ? hour : `${date.slice('2026-'.length)} ${hour.slice(0, 'HH:MM'.length)}`.trim();
}

function remarks({ decidedBy, correctedAt }: BoardPlace): string {
  const countback = decidedBy === null ? [] : [`countback ${decidedBy.replace(/(\d+)$/, ' $1')}`];
  return [...countback, ...(correctedAt === null ? [] : ['corrected'])].join(', ');
}

const CSV_COLUMNS = [
  'place',
  'player_id',
  'player',
  'marker_id',
  'marker',
  'round',
  'format',
  'daily_handicap',
  'stableford',
  'par',
  'gross',
  'nett',
  'countback',
  'verified_at',
  'corrected_at',
];

function boardCsv({ places }: Board): string {
  const rows = places.map((place) => [
    place.rankLabel,
    place.player.id,
    place.player.fullName,
    place.markerId,
    place.marker?.fullName ?? null,
    place.matchId,
    place.matchType,
    place.dailyHandicap,
    place.totals.stableford,
    place.totals.par,
    place.totals.gross,
    place.totals.nett,
    place.decidedBy,
    place.verifiedAt,
    place.correctedAt,
  ]);
  return csv([CSV_COLUMNS, ...rows]);
}
