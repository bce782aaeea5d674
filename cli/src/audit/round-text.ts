import { handicapForShow, type StoryLine, type StoryScore, type Format } from '@fairmark/contract';
import { textTable, wrapped } from '../shell/text-table.js';
import { counted } from '../shell/output.js';
import type { AuditedRound } from './audited-round.js';
import { cardSheet, stateWords, sumOf, type CardSheet, type SheetChange, type SheetHole } from './card-sheet.js';
import { dayWords, localTime } from './moments.js';

/** A round's audit for a terminal of 100 columns. */

const WIDTH = 100;
/** Of the column with what happened, however little the others leave. */
const WORDS_MIN = 30;
/** Between two columns. */
const GAP = 2;
/** Of YYYY-MM-DD. */
const DATE_LENGTH = 10;
const WHO_WIDTH = 22;
const DEVICE_WIDTH = 8;
const LABEL_WIDTH = 9;
const CELL_WIDTH = 4;
const NINE = 9;

export const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  STROKE: 'Stroke',
  STABLEFORD: 'Stableford',
  PAR: 'Par',
};

const SIDE_WORDS = { PLAYER: 'player', MARKER: 'marker', COMMITTEE: 'committee' } as const;

/** The whole text. */
export function roundText(audited: AuditedRound): string {
  const sheets = audited.cards.map((card) => cardSheet(card, audited.lines, audited.pars[card.player.id] ?? []));
  return [
    headText(audited),
    storyText(audited.lines, audited.timeZone),
    ...sheets.map((sheet) => sheetText(sheet, audited.timeZone)),
  ].join('\n\n');
}

/** Which round it is, and whether its events are as they were recorded. */
export function headText(audited: AuditedRound): string {
  const { round, at, timeZone } = audited;
  const what = `${FORMAT_WORDS[round.matchType]}${round.playType === 'SOCIAL' ? ' practice round' : ''}`;
  const day = round.day === null ? 'not started' : dayWords(round.day);
  const lines = [
    `${what} at ${round.course.name}, ${day}, ${round.tee} tees`,
    `Round ${round.matchId}`,
    `Players: ${round.players.map(({ fullName }) => fullName).join(', ')}`,
    proofText(audited),
    `Times are those of the course (${timeZone}); PHONE is the phone's clock where it differs.`,
  ];
  if (at !== null) lines.push(`AS IT STOOD at revision ${at.revision}, ${localTime(at.recordedAt, timeZone)}.`);
  return lines.flatMap((line) => wrapped(line, WIDTH)).join('\n');
}

function proofText({ proof, events, lastHash }: AuditedRound): string {
  if (proof.whole) {
    return `Proof: ${counted(events, 'event')}, each as it was recorded; the last has the hash ${lastHash}`;
  }
  return `PROOF BROKEN: event ${proof.eventId} at revision ${proof.revision} is not as it was recorded. ${proof.fault}`;
}

/** The lines of a story as a table: a heading for each day, and what happened in as many columns as are left. */
export function storyText(lines: readonly StoryLine[], timeZone: string): string {
  const titles = ['REV', 'TIME', 'PHONE', 'WHO', 'DEVICE'];
  const heads = lines.map((line) => {
    const [date = '', time = ''] = localTime(line.recordedAt, timeZone).split(' ');
    const device = (line.deviceId ?? '').slice(-DEVICE_WIDTH);
    return { date, line, cells: [line.revision, time, phoneTime(line, timeZone), whoText(line), device] };
  });
  const widths = titles.map((title, i) => Math.max(title.length, ...heads.map(({ cells }) => cells[i]?.length ?? 0)));
  const left = WIDTH - widths.reduce((sum, width) => sum + width + GAP, 0);
  const rows = heads.flatMap(({ date, line, cells }, i): string[][] => {
    const [first = '', ...more] = wrapped(line.words, Math.max(left, WORDS_MIN));
    const heading = date === heads[i - 1]?.date ? [] : [titles.map(() => '').concat(`--- ${dayWords(date)}`)];
    return [...heading, [...cells, first], ...more.map((words) => titles.map(() => '').concat(words))];
  });
  return textTable([...titles, 'WHAT'], rows, ['REV']);
}

/** The phone's clock, unless it says the same second as ours; with its date where that is another. */
function phoneTime({ occurredAt, recordedAt }: StoryLine, timeZone: string): string {
  if (occurredAt === null) return '';
  const [here, there] = [localTime(recordedAt, timeZone), localTime(occurredAt, timeZone)];
  if (here === there) return '';
  return here.slice(0, DATE_LENGTH) === there.slice(0, DATE_LENGTH)
    ? there.slice(DATE_LENGTH + 1)
    : there.slice('2026-'.length);
}

function whoText({ by, as }: StoryLine): string {
  if (by === null) return 'the system';
  const capacity = as === null ? '' : `, ${as.toLowerCase()}`;
  const room = WHO_WIDTH - capacity.length;
  const name = by.fullName.length > room ? `${by.fullName.slice(0, room - 1)}…` : by.fullName;
  return `${name}${capacity}`;
}

/** A card: its grid, what was changed, who signed. */
export function sheetText(sheet: CardSheet, timeZone: string): string {
  const { card, signatures } = sheet;
  const marker = card.marker === null ? 'nobody marks it' : `marked by ${card.marker.fullName}`;
  const head = `${card.player.fullName}: daily handicap ${handicapForShow(card.dailyHandicap, 0)}, ${marker}, ${stateWords(card)}`;
  const signed = signatures.map(({ line, signature, undone }) => {
    const fits = signature.fits ? 'fits the card' : 'DOES NOT FIT THE CARD';
    const until = undone ? ', undone later' : '';
    return `  Signed as ${SIDE_WORDS[signature.as]} ${localTime(line.recordedAt, timeZone)} by ${line.by?.fullName ?? 'the system'}${until}\n    ${signature.cardHash} ${fits}`;
  });
  return [head, gridText(sheet), ...changesText(sheet.holes, timeZone), ...signed].join('\n');
}

/** A line of the grid: its label, then hole by hole with the nines' and the card's sums. */
function gridRow(
  label: string,
  cells: readonly string[],
  [out, back, total]: readonly (number | string | null)[],
): string {
  const all = [
    ...cells.slice(0, NINE),
    String(out ?? ''),
    ...cells.slice(NINE),
    String(back ?? ''),
    String(total ?? ''),
  ];
  return `  ${label.padEnd(LABEL_WIDTH)}${all.map((cell) => cell.padStart(CELL_WIDTH)).join('')}`.trimEnd();
}

function scoresRow(label: string, scores: readonly (StoryScore | undefined)[]): string {
  const sums = [sumOf(scores.slice(0, NINE)), sumOf(scores.slice(NINE)), sumOf(scores)];
  return gridRow(label, scores.map(cellText), sums);
}

/** Nothing where no hole has a mark. */
function marksRow(label: string, holes: readonly SheetHole[], mark: (hole: SheetHole) => string): string[] {
  const marks = holes.map(mark);
  return marks.some((text) => text !== '') ? [gridRow(label, marks, [])] : [];
}

function gridText({ holes }: CardSheet): string {
  const numbers = holes.map(({ number }) => String(number));
  return [
    gridRow('Hole', numbers, ['Out', 'In', 'Tot']),
    scoresRow(
      'Par',
      holes.map(({ par }) => par),
    ),
    scoresRow(
      'Player',
      holes.map(({ player }) => player),
    ),
    scoresRow(
      'Marker',
      holes.map(({ marker }) => marker),
    ),
    ...marksRow('Committee', holes, ({ committee }) => (committee === undefined ? '' : cellText(committee))),
    scoresRow(
      'Counts',
      holes.map(({ counting }) => counting),
    ),
    ...marksRow('Changed', holes, ({ changes }) => (changes.length === 0 ? '' : `${changes.length}x`)),
    ...marksRow('Differs', holes, ({ differs }) => (differs ? '!' : '')),
  ].join('\n');
}

function cellText(score: StoryScore | undefined): string {
  return score === null || score === undefined ? '-' : String(score);
}

function changesText(holes: readonly SheetHole[], timeZone: string): string[] {
  return holes.flatMap(({ number, changes }) =>
    changes.map((change) => `  Hole ${number}, ${changeText(change, timeZone)}`),
  );
}

/** What was changed from what to what, by whom, when. */
export function changeText({ side, from, to, line }: SheetChange, timeZone: string): string {
  const by = line.by === null ? 'the system' : line.by.fullName;
  return `${SIDE_WORDS[side]}: ${cellText(from)} -> ${cellText(to)} at ${localTime(line.recordedAt, timeZone)} by ${by}`;
}
