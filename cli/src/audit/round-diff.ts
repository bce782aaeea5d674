import type { PersonRef, StoryCard, StoryLine, StoryScore } from '@fairmark/contract';
import { presentCardsAt, type StoredRound } from '@fairmark/read-models';
import { textTable } from '../shell/text-table.js';
import type { AuditedRound } from './audited-round.js';
import { localTime, revisionOf } from './moments.js';
import { headText, storyText } from './round-text.js';
import { stateWords } from './card-sheet.js';

/** What became of a round's cards between two revisions. */
export interface RoundDiff {
  from: { revision: string; recordedAt: string };
  to: { revision: string; recordedAt: string };
  /** Cards that are not the same. */
  cards: CardDiff[];
  /** What happened in between, the later revision included. */
  lines: StoryLine[];
}

export interface CardDiff {
  player: PersonRef;
  holes: { holeNumber: number; what: 'player' | 'marker' | 'counts'; from: StoryScore; to: StoryScore }[];
  /** How far the card was; the same twice where only holes changed. */
  state: { from: string; to: string };
  marker: { from: PersonRef | null; to: PersonRef | null };
}

/**
 * Compares the audited cards (all, or the one that is asked for) at two moments, revisions or times, the earlier one first however
 * they are given.
 */
export function roundDiff(
  stored: StoredRound,
  { lines, cards: wanted, timeZone }: Pick<AuditedRound, 'lines' | 'cards' | 'timeZone'>,
  given: readonly [string, string],
): RoundDiff {
  const { events, names } = stored;
  const [one, other] = given.map((moment) => revisionOf(events, moment, timeZone)) as [bigint, bigint];
  const [from, to] = one <= other ? [one, other] : [other, one];
  const before = new Map(presentCardsAt(events, from, names).map((card) => [card.player.id, card]));
  const cards = presentCardsAt(events, to, names)
    .filter((card) => wanted.some(({ player }) => player.id === card.player.id))
    .map((card) => cardDiff(before.get(card.player.id) ?? null, card));
  const point = (revision: bigint): RoundDiff['from'] => ({
    revision: String(revision),
    recordedAt: events.find((event) => event.revision === revision)?.metadata.recordedAt ?? '',
  });
  return {
    from: point(from),
    to: point(to),
    cards: cards.filter(
      ({ holes, state, marker }) => holes.length > 0 || state.from !== state.to || marker.from?.id !== marker.to?.id,
    ),
    lines: lines.filter(({ revision }) => BigInt(revision) > from && BigInt(revision) <= to),
  };
}

function cardDiff(before: StoryCard | null, after: StoryCard): CardDiff {
  const sides = [
    ['player', 'playerEntries'],
    ['marker', 'markerEntries'],
    ['counts', 'counting'],
  ] as const;
  return {
    player: after.player,
    holes: sides
      .flatMap(([what, list]) =>
        after[list].map((to, i) => ({ holeNumber: i + 1, what, from: before?.[list][i] ?? null, to })),
      )
      .filter(({ from, to }) => from !== to)
      .toSorted((a, b) => a.holeNumber - b.holeNumber),
    state: { from: before === null ? 'not started' : stateWords(before), to: stateWords(after) },
    marker: { from: before?.marker ?? null, to: after.marker },
  };
}

/** The comparison for a terminal. */
export function diffText(audited: AuditedRound, diff: RoundDiff): string {
  const { timeZone } = audited;
  const point = ({ revision, recordedAt }: RoundDiff['from']): string =>
    `revision ${revision} (${localTime(recordedAt, timeZone)})`;
  const between = `From ${point(diff.from)} to ${point(diff.to)}:`;
  const cards = diff.cards.map((card) => cardText(card, diff));
  const same = cards.length === 0 ? [sameText(audited)] : cards;
  const story = diff.lines.length === 0 ? [] : [storyText(diff.lines, timeZone)];
  return [headText(audited), between, ...same, ...story].join('\n\n');
}

function sameText({ cards }: AuditedRound): string {
  return cards.length === 1 ? 'The card is the same.' : 'The cards are the same.';
}

function cardText({ player, holes, state, marker }: CardDiff, { from, to }: RoundDiff): string {
  const lines = [player.fullName];
  if (state.from !== state.to) lines.push(`  ${state.from} -> ${state.to}`);
  if (marker.from?.id !== marker.to?.id) {
    lines.push(`  marked by ${marker.from?.fullName ?? 'nobody'} -> ${marker.to?.fullName ?? 'nobody'}`);
  }
  if (holes.length > 0) {
    const numbers = ['HOLE', `AT ${from.revision}`, `AT ${to.revision}`];
    const rows = holes.map((hole) => [
      String(hole.holeNumber),
      hole.what,
      String(hole.from ?? '-'),
      String(hole.to ?? '-'),
    ]);
    lines.push(
      ...textTable(numbers.toSpliced(1, 0, 'ENTRY'), rows, numbers)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  }
  return lines.join('\n');
}
