import { handicapForShow, type StoryLine } from '@fairmark/contract';
import { FORMAT_WORDS } from '@fairmark/read-models';
import { counted, textTable, wrapped } from '../shell/output.js';
import type { AuditedRound } from './audited-round.js';
import { byWords, cardSheets, markerWords, scoreText, stateWords, type CardSheet } from './card-sheet.js';
import { clockText, dayWords, localTime } from './points-in-time.js';

/** A round's audit for a terminal of 100 columns. */

const WIDTH = 100;
/** Minimum width of the column with what happened, even if the others leave less. */
const WORDS_MIN = 30;
/** Between two columns. */
const GAP = 2;
const WHO_WIDTH = 22;
const DEVICE_WIDTH = 8;

export function roundText(audited: AuditedRound): string {
  const { lines, round } = audited;
  const { timeZone } = round;
  const sheets = cardSheets(audited).map((sheet) => sheetText(sheet, timeZone));
  return [headText(audited), storyText(lines, timeZone), ...sheets].join('\n\n');
}

/** Identifies the round and says whether its events are as they were recorded. */
export function headText(audited: AuditedRound): string {
  const { round, at } = audited;
  const what = `${FORMAT_WORDS[round.matchType]}${round.playType === 'SOCIAL' ? ' practice round' : ''}`;
  const day = round.day === null ? 'not started' : dayWords(round.day);
  const lines = [
    `${what} at ${round.course.name}, ${day}, ${round.tee} tees`,
    `Round ${round.matchId}`,
    `Players: ${round.players.map(({ fullName }) => fullName).join(', ')}`,
    proofText(audited),
    `Times are those of the course (${round.timeZone}); PHONE is the phone's clock where it differs.`,
  ];
  if (at !== null) lines.push(`AS IT STOOD at revision ${at.revision}, ${localTime(at.recordedAt, round.timeZone)}.`);
  return lines.flatMap((line) => wrapped(line, WIDTH)).join('\n');
}

function proofText({ proof, events, lastHash }: AuditedRound): string {
  if (proof.whole) {
    return `Proof: ${counted(events, 'event')}, each as it was recorded; the last has the hash ${lastHash}`;
  }
  return `PROOF BROKEN: event ${proof.eventId} at revision ${proof.revision} is not as it was recorded. ${proof.fault}`;
}

/** The lines of a story as a table with a heading per day. The last column gets the width that the others leave. */
export function storyText(lines: readonly StoryLine[], timeZone: string): string {
  const titles = ['REV', 'TIME', 'PHONE', 'WHO', 'DEVICE'];
  const heads = lines.map((line) => {
    const [date = '', time = ''] = localTime(line.recordedAt, timeZone).split(' ');
    const device = (line.deviceId ?? '').slice(-DEVICE_WIDTH);
    return { date, line, cells: [line.revision, time, phoneTime(line, timeZone), whoText(line), device] };
  });
  const widths = titles.map((title, i) => Math.max(title.length, ...heads.map(({ cells }) => cells[i]?.length ?? 0)));
  const left = WIDTH - widths.reduce((sum, width) => sum + width + GAP, 0);
  const inLastColumn = (words: string): string[] => [...titles.map(() => ''), words];
  const rows = heads.flatMap(({ date, line, cells }, i): string[][] => {
    const [first = '', ...more] = wrapped(line.words, Math.max(left, WORDS_MIN));
    const heading = date === heads[i - 1]?.date ? [] : [inLastColumn(`--- ${dayWords(date)}`)];
    return [...heading, [...cells, first], ...more.map(inLastColumn)];
  });
  return textTable([...titles, 'WHAT'], rows, ['REV']);
}

/** The time on the phone's clock; empty if it shows the same second as the server's. */
function phoneTime({ occurredAt, recordedAt }: StoryLine, timeZone: string): string {
  if (occurredAt === null || localTime(occurredAt, timeZone) === localTime(recordedAt, timeZone)) return '';
  return clockText(occurredAt, recordedAt, timeZone).replace(/^\d{4}-/, '');
}

function whoText(line: StoryLine): string {
  const capacity = line.as === null || line.by === null ? '' : `, ${line.as.toLowerCase()}`;
  const room = WHO_WIDTH - capacity.length;
  const name = byWords(line);
  return `${name.length > room ? `${name.slice(0, room - 1)}…` : name}${capacity}`;
}

function sheetText(sheet: CardSheet, timeZone: string): string {
  const { card, rows, signatures } = sheet;
  const handicap = handicapForShow(card.dailyHandicap, 0);
  const head = `${card.player.fullName}: daily handicap ${handicap}, ${markerWords(card)}, ${stateWords(card)}`;
  const changes = rows.flatMap(({ label, changes }) =>
    changes.map(({ side, from, to, line }) => {
      const what = `${side.toLowerCase()}: ${scoreText(from)} -> ${scoreText(to)}`;
      return `  Hole ${label}, ${what} at ${localTime(line.recordedAt, timeZone)} by ${byWords(line)}`;
    }),
  );
  const signed = signatures.map(({ line, signature, undone }) => {
    const fits = signature.fits ? 'matches the card' : 'DOES NOT MATCH THE CARD';
    const until = undone ? ', undone later' : '';
    const when = localTime(line.recordedAt, timeZone);
    return `  Signed as ${signature.as.toLowerCase()} ${when} by ${byWords(line)}${until}\n    ${signature.cardHash} ${fits}`;
  });
  return [head, scoreTable(sheet), ...changes, ...signed].join('\n');
}

/** The card with a column for each hole and sum. Without any mark, the lines with marks are left out. */
function scoreTable({ columns, rows }: CardSheet): string {
  const holes = rows.map(({ label }) => label);
  const scores = columns.map((title, i) => [title, ...rows.map((row) => scoreText(row.scores[i]))]);
  const marks = [
    ['Changed', ...rows.map(({ changes }) => (changes.length === 0 ? '' : `${changes.length}x`))],
    ['Differs', ...rows.map(({ kind }) => (kind === 'differs' ? '!' : ''))],
  ].filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  return textTable(['Hole', ...holes], [...scores, ...marks], holes).replaceAll(/^/gm, '  ');
}
