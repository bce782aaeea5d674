import type { StoryCard } from '@fairmark/contract';
import { textTable } from '../shell/output.js';
import type { AuditedRound, RoundThen } from './audited-round.js';
import { scoreText, stateWords } from './card-sheet.js';
import { localTime } from './points-in-time.js';
import { headText, storyText } from './round-text.js';

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
  const { round } = audited;
  const point = ({ revision, recordedAt }: RoundDiff['from']): string =>
    `revision ${revision} (${localTime(recordedAt, round.timeZone)})`;
  const between = `From ${point(diff.from)} to ${point(diff.to)}:`;
  const changed =
    diff.cards.length === 0 ? ['The cards are the same.'] : diff.cards.map((card) => cardText(card, diff));
  const story = diff.lines.length === 0 ? [] : [storyText(diff.lines, round.timeZone)];
  return [headText(audited), between, ...changed, ...story].join('\n\n');
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
