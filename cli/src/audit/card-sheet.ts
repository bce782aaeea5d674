import type { Format, StoryCard, StoryChange, StoryLine, StoryScore, StorySignature } from '@fairmark/contract';
import type { AuditedRound } from './audited-round.js';

/** Holes of a half. */
export const NINE = 9;

/** A card as an audit prints it: what stands where, what stood there before, who signed it. */
export interface CardSheet {
  card: StoryCard;
  /** Eighteen, hole 1 first. */
  holes: SheetHole[];
  /** In their order. */
  signatures: SheetSignature[];
  /** What the committee did to it, in its order. */
  corrections: StoryLine[];
}

export interface SheetHole {
  number: number;
  par: number | null;
  player: StoryScore;
  marker: StoryScore;
  /** What the committee put there; undefined: nothing. */
  committee: StoryScore | undefined;
  counting: StoryScore;
  /** Player and marker do not agree on the result. */
  differs: boolean;
  /** Every change of something that stood there already. */
  changes: (StoryChange & { line: StoryLine })[];
}

export interface SheetSignature {
  line: StoryLine;
  signature: StorySignature;
  /** The card was reopened after it. */
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

/** Strokes of some holes together; null where one of them has no number. */
export function sumOf(scores: readonly (StoryScore | undefined)[]): number | null {
  let sum = 0;
  for (const score of scores) {
    if (typeof score !== 'number') return null;
    sum += score;
  }
  return sum;
}

/** How far a card is, in words. */
export function stateWords({ withdrawn, verified, playerSigned, markerSigned, marker }: StoryCard): string {
  if (withdrawn) return 'withdrawn';
  if (verified) return 'verified: signed by player and marker';
  if (playerSigned) return 'signed by the player alone';
  if (markerSigned) return 'signed by the marker alone';
  return marker === null ? 'not signed, no marker' : 'not signed';
}

/** What stands in a place of a card. */
export function scoreText(score: StoryScore | undefined, none = '-'): string {
  return String(score ?? none);
}

/** Who did something. */
export function byWords({ by }: StoryLine): string {
  return by?.fullName ?? 'the system';
}

export function markerWords({ marker }: StoryCard): string {
  return marker === null ? 'nobody marks it' : `marked by ${marker.fullName}`;
}

/** What was played. */
export const FORMAT_WORDS: Readonly<Record<Format, string>> = {
  STROKE: 'Stroke',
  STABLEFORD: 'Stableford',
  PAR: 'Par',
};
