import { handicapForShow, type StoryCard, type StoryLine } from '@fairmark/contract';
import { FORMAT_WORDS } from '@fairmark/read-models';
import { counted, textTable, wrapped } from '../shell/output.js';
import type { AuditedRound, RoundThen } from './audited-round.js';
import { byWords, cardSheet, markerWords, scoreText, stateWords, type CardSheet } from './card-sheet.js';
import { clockText, dayWords, localTime } from './points-in-time.js';

/** A round's audit, and what changed between two points of it, for a terminal of 100 columns. */

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
  const sheets = audited.cards.map((card) => sheetText(cardSheet(card, audited), timeZone));
  return [headText(audited), storyText(lines, timeZone), ...sheets].join('\n\n');
}

/** Identifies the round and says whether its events are as they were recorded. */
function headText(audited: AuditedRound): string {
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
function storyText(lines: readonly StoryLine[], timeZone: string): string {
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

/** How a round's cards changed between two points. */
export type RoundDiff = ReturnType<typeof roundDiff>;

/** Compares the cards of a round at two points, which may be given in either order. */
export function roundDiff(one: RoundThen, other: RoundThen) {
  const [then, now] = one.lines.length <= other.lines.length ? [one, other] : [other, one];
  const before = new Map(then.cards.map((card) => [card.player.id, card]));
  const cards = now.cards.map((card) => cardDiff(before.get(card.player.id) ?? null, card));
  return {
    from: then.at,
    to: now.at,
    cards: cards.filter(({ holes, state, marker }) => {
      return holes.length > 0 || state.from !== state.to || marker.from?.id !== marker.to?.id;
    }),
    /** The events after `from`, up to and including `to`. */
    lines: now.lines.slice(then.lines.length),
  };
}

const ENTRIES = [
  ['player', 'playerEntries'],
  ['marker', 'markerEntries'],
  ['counts', 'counting'],
] as const;

/** The changes of a card. Its states are in words, and equal if only holes changed. */
function cardDiff(before: StoryCard | null, after: StoryCard) {
  const holes = after.counting.flatMap((_, i) =>
    ENTRIES.map(([what, list]) => {
      return { holeNumber: i + 1, what, from: before?.[list][i] ?? null, to: after[list][i] ?? null };
    }),
  );
  return {
    player: after.player,
    holes: holes.filter(({ from, to }) => from !== to),
    state: { from: before === null ? 'not started' : stateWords(before), to: stateWords(after) },
    marker: { from: before?.marker ?? null, to: after.marker },
  };
}

/** The comparison for a terminal. */
export function diffText(audited: AuditedRound, diff: RoundDiff): string {
  const { timeZone } = audited.round;
  const { from, to, lines } = diff;
  const point = ({ revision, recordedAt }: RoundDiff['from']): string =>
    `revision ${revision} (${localTime(recordedAt, timeZone)})`;
  const cards = diff.cards.length === 0 ? ['The cards are the same.'] : diff.cards.map((card) => cardText(card, diff));
  const story = lines.length === 0 ? [] : [storyText(lines, timeZone)];
  return [headText(audited), `From ${point(from)} to ${point(to)}:`, ...cards, ...story].join('\n\n');
}

function cardText({ player, holes, state, marker }: ReturnType<typeof cardDiff>, { from, to }: RoundDiff): string {
  const lines = [player.fullName];
  if (state.from !== state.to) lines.push(`  ${state.from} -> ${state.to}`);
  if (marker.from?.id !== marker.to?.id) {
    lines.push(`  marked by ${marker.from?.fullName ?? 'no marker'} -> ${marker.to?.fullName ?? 'no marker'}`);
  }
  if (holes.length > 0) {
    const numbers = ['HOLE', `AT ${from.revision}`, `AT ${to.revision}`];
    const rows = holes.map((hole) => [`${hole.holeNumber}`, hole.what, scoreText(hole.from), scoreText(hole.to)]);
    lines.push(textTable(numbers.toSpliced(1, 0, 'ENTRY'), rows, numbers).replaceAll(/^/gm, '  '));
  }
  return lines.join('\n');
}
