import type { StoryCard, StoryChange, StoryLine, StoryScore } from '@fairmark/contract';
import { NINE } from '@fairmark/scoring';
import type { AuditedRound } from './audited-round.js';

/** A card as an audit prints it: its entries with their earlier values, and its signatures. */
export type CardSheet = ReturnType<typeof cardSheet>;

/** A hole, or the sums over some holes. */
export interface SheetRow {
  label: string;
  /** By column. Undefined: a hole that the committee did not correct, or a sum over a hole without a number. */
  scores: (StoryScore | undefined)[];
  /** `differs`: player and marker disagree on the result. `changed`: otherwise, if an entry was changed. */
  kind: 'sum' | 'differs' | 'changed' | 'plain';
  /** Changes of entries that already had a value. */
  changes: (StoryChange & { line: StoryLine })[];
}

/** The sheet of one of a round's cards. */
export function cardSheet(card: StoryCard, { lines, pars: parsOf }: AuditedRound) {
  const pars = parsOf[card.player.id] ?? [];
  const own = lines.filter(({ about }) => about?.id === card.player.id);
  const changes = own.flatMap((line) => line.changes.map((change) => ({ ...change, line })));
  const reopened = own.findLastIndex(({ type }) => type === 'CardReopened');
  const isCorrected = card.correctedHoles.length > 0;
  const holes = card.counting.map((counting, i): SheetRow => {
    const here = changes.filter(({ holeNumber }) => holeNumber === i + 1);
    const committee = isCorrected ? [here.findLast(({ side }) => side === 'COMMITTEE')?.to] : [];
    const changed = here.filter(({ from }) => from !== null);
    const kind = changed.length > 0 ? 'changed' : 'plain';
    return {
      label: String(i + 1),
      scores: [pars[i] ?? null, card.playerEntries[i], card.markerEntries[i], ...committee, counting],
      kind: card.mismatches.includes(i + 1) ? 'differs' : kind,
      changes: changed,
    };
  });
  const [out, back] = [holes.slice(0, NINE), holes.slice(NINE)];
  return {
    card,
    /** Titles of the scores. The committee has a column only on a corrected card. */
    columns: ['Par', 'Player', 'Marker', ...(isCorrected ? ['Committee'] : []), 'Counts'],
    /** The holes in order, each nine followed by its sums, and those of the card. */
    rows: [...out, sums('Out', out), ...back, sums('In', back), sums('Total', holes)],
    /** Oldest first. `undone`: the card was reopened after it. */
    signatures: own.flatMap((line, i) =>
      line.signature === null ? [] : [{ line, signature: line.signature, undone: i < reopened }],
    ),
    /** By the committee, oldest first. */
    corrections: own.filter(({ type }) => type === 'CardCorrected'),
  };
}

function sums(label: string, holes: readonly SheetRow[]): SheetRow {
  const columns = holes[0]?.scores ?? [];
  const scores = columns.map((_, column) => sumOf(holes.map((hole) => hole.scores[column])));
  return { label, scores, kind: 'sum', changes: [] };
}

function sumOf(scores: SheetRow['scores']): number | undefined {
  return scores.every((score) => typeof score === 'number') ? scores.reduce((sum, score) => sum + score, 0) : undefined;
}

/** The state of a card, in words. */
export function stateWords({ withdrawn, verified, playerSigned, markerSigned, marker }: StoryCard): string {
  if (withdrawn) return 'withdrawn';
  if (verified) return 'verified: signed by player and marker';
  if (playerSigned) return 'signed by the player alone';
  if (markerSigned) return 'signed by the marker alone';
  return marker === null ? 'not signed, no marker' : 'not signed';
}

/** A score as it is printed; `–` if there is none, and nothing where none belongs. */
export function scoreText(score: StoryScore | undefined): string {
  return score === undefined ? '' : String(score ?? '–');
}

export function byWords({ by }: StoryLine): string {
  return by?.fullName ?? 'the system';
}

export function markerWords({ marker }: StoryCard): string {
  return marker === null ? 'no marker' : `marked by ${marker.fullName}`;
}
