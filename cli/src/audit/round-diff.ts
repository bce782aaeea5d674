import type { StoryCard } from '@fairmark/contract';
import type { RecordedEvent } from '@fairmark/events';
import { textTable } from '../shell/output.js';
import type { AuditedRound, CardsAt } from './audited-round.js';
import { scoreText, stateWords } from './card-sheet.js';
import { localTime, revisionOf } from './points-in-time.js';
import { headText, storyText } from './round-text.js';

/** How a round's cards changed between two revisions. */
export type RoundDiff = ReturnType<typeof roundDiff>;

/** Compares audited cards at two revisions or times, which may be given in either order. */
export function roundDiff(
  { lines, round }: AuditedRound,
  { events, cardsAt }: { events: readonly RecordedEvent[]; cardsAt: CardsAt },
  given: readonly [string, string],
) {
  const revisions = given.map((point) => revisionOf(events, point, round.timeZone));
  const [from = 0n, to = 0n] = revisions.toSorted((a, b) => (a < b ? -1 : 1));
  const point = (revision: bigint) => ({
    revision: String(revision),
    recordedAt: events.find((event) => event.revision === revision)?.metadata.recordedAt ?? '',
  });
  const before = new Map(cardsAt(from).map((card) => [card.player.id, card]));
  const cards = cardsAt(to).map((card) => cardDiff(before.get(card.player.id) ?? null, card));
  return {
    from: point(from),
    to: point(to),
    cards: cards.filter(({ holes, state, marker }) => {
      return holes.length > 0 || state.from !== state.to || marker.from?.id !== marker.to?.id;
    }),
    /** The events after `from`, up to and including `to`. */
    lines: lines.filter(({ revision }) => BigInt(revision) > from && BigInt(revision) <= to),
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
    const table = textTable(numbers.toSpliced(1, 0, 'ENTRY'), rows, numbers);
    lines.push(...table.split('\n').map((line) => `  ${line}`));
  }
  return lines.join('\n');
}
