import type { StoryCard, StoryChange, StoryLine, StoryScore, StorySignature } from '@fairmark/contract';
import { NINE } from '@fairmark/scoring';
import type { AuditedRound } from './audited-round.js';

/** A card as an audit prints it: its entries with their earlier values, and its signatures. */
export interface CardSheet {
  card: StoryCard;
  /** The holes in order, each nine followed by its sums, and those of the card. */
  rows: SheetRow[];
  /** Oldest first. */
  signatures: SheetSignature[];
  /** Corrections by the committee, oldest first. */
  corrections: StoryLine[];
}

/** The scores of a hole, or their sums over some holes; null if any of them has no number. */
interface Scores {
  par: number | null;
  player: StoryScore;
  marker: StoryScore;
  counting: StoryScore;
}

export interface SheetRow extends Scores {
  label: number | 'Out' | 'In' | 'Total';
  /** The committee's correction; undefined if there is none. */
  committee?: StoryScore;
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
  const holes = card.playerEntries.map((player, i): SheetRow => {
    const here = changes.filter(({ holeNumber }) => holeNumber === i + 1);
    return {
      label: i + 1,
      par: pars[i] ?? null,
      player,
      marker: card.markerEntries[i] ?? null,
      committee: here.findLast(({ side }) => side === 'COMMITTEE')?.to,
      counting: card.counting[i] ?? null,
      differs: card.mismatches.includes(i + 1),
      changes: here.filter(({ from }) => from !== null),
    };
  });
  const [out, back] = [holes.slice(0, NINE), holes.slice(NINE)];
  return {
    card,
    rows: [...out, sums('Out', out), ...back, sums('In', back), sums('Total', holes)],
    signatures: own.flatMap((line, i) =>
      line.signature === null ? [] : [{ line, signature: line.signature, undone: i < reopened }],
    ),
    corrections: own.filter(({ type }) => type === 'CardCorrected'),
  };
}

function sums(label: SheetRow['label'], holes: readonly SheetRow[]): SheetRow {
  const sum = (of: keyof Scores): number | null =>
    holes.reduce<number | null>((total, { [of]: score }) => {
      return total === null || typeof score !== 'number' ? null : total + score;
    }, 0);
  const [par, player, marker, counting] = [sum('par'), sum('player'), sum('marker'), sum('counting')];
  return { label, par, player, marker, counting, differs: false, changes: [] };
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
