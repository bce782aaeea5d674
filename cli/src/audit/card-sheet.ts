import type { StoryCard, StoryChange, StoryLine, StoryScore, StorySignature } from '@fairmark/contract';
import type { AuditedRound } from './audited-round.js';

/** A card as an audit prints it: its entries with their earlier values, and its signatures. */
export interface CardSheet {
  card: StoryCard;
  /** Eighteen, hole 1 first. */
  holes: SheetHole[];
  /** Oldest first. */
  signatures: SheetSignature[];
  /** Corrections by the committee, oldest first. */
  corrections: StoryLine[];
}

export interface SheetHole {
  number: number;
  par: number | null;
  player: StoryScore;
  marker: StoryScore;
  /** The committee's correction; undefined if there is none. */
  committee: StoryScore | undefined;
  counting: StoryScore;
  /** Whether player and marker disagree on the result. */
  differs: boolean;
  /** Changes of entries that already had a value. */
  changes: (StoryChange & { line: StoryLine })[];
}

export interface SheetSignature {
  line: StoryLine;
  signature: StorySignature;
  /** Whether the card was reopened after this signature. */
  undone: boolean;
}

export function cardSheets({ cards, lines, pars }: AuditedRound): CardSheet[] {
  return cards.map((card) => cardSheet(card, lines, pars[card.player.id] ?? []));
}

/** `pars`: hole 1 first. */
function cardSheet(card: StoryCard, lines: readonly StoryLine[], pars: readonly number[]): CardSheet {
  const own = lines.filter(({ about }) => about?.id === card.player.id);
  const changes = own.flatMap((line) => line.changes.map((change) => ({ ...change, line })));
  const reopened = own.findLastIndex(({ type }) => type === 'CardReopened');
  return {
    card,
    holes: card.playerEntries.map((player, i) => {
      const here = changes.filter(({ holeNumber }) => holeNumber === i + 1);
      return {
        number: i + 1,
        par: pars[i] ?? null,
        player,
        marker: card.markerEntries[i] ?? null,
        committee: here.findLast(({ side }) => side === 'COMMITTEE')?.to,
        counting: card.counting[i] ?? null,
        differs: card.mismatches.includes(i + 1),
        changes: here.filter(({ from }) => from !== null),
      };
    }),
    signatures: own.flatMap((line, i) =>
      line.signature === null ? [] : [{ line, signature: line.signature, undone: i < reopened }],
    ),
    corrections: own.filter(({ type }) => type === 'CardCorrected'),
  };
}

/** Total strokes on some holes; null if any of them has no number. */
export function sumOf(scores: readonly (StoryScore | undefined)[]): number | null {
  let sum = 0;
  for (const score of scores) {
    if (typeof score !== 'number') return null;
    sum += score;
  }
  return sum;
}

/** The state of a card, in words. */
export function stateWords({ withdrawn, verified, playerSigned, markerSigned, marker }: StoryCard): string {
  if (withdrawn) return 'withdrawn';
  if (verified) return 'verified: signed by player and marker';
  if (playerSigned) return 'signed by the player alone';
  if (markerSigned) return 'signed by the marker alone';
  return marker === null ? 'not signed, no marker' : 'not signed';
}

/** The text of an entry; `none` if the hole has no score. */
export function scoreText(score: StoryScore | undefined, none = '-'): string {
  return String(score ?? none);
}

export function byWords({ by }: StoryLine): string {
  return by?.fullName ?? 'the system';
}

export function markerWords({ marker }: StoryCard): string {
  return marker === null ? 'no marker' : `marked by ${marker.fullName}`;
}
