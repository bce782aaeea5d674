import type { CardHole, MatchAnswer, Format, Round, RoundHole, ScoreEntry, ScoreTotals } from '@fairmark/contract';
import { countingScore, type ShownEntry } from '../../golf/counting-score.js';
import type { NineHole, NineTotal } from '../../golf/nine-table.js';
import type { TotalsTileProps } from '../../golf/totals.js';
import { signed } from '../../text/words.js';

/** The name of a card's score row in each format. */
export const SCORE_ROW: Readonly<Record<Format, string>> = { STABLEFORD: 'Pts', PAR: '+/−', STROKE: 'Nett' };
/** The name of each format. */
export const FORMATS: Readonly<Record<Format, string>> = {
  STABLEFORD: 'Stableford',
  PAR: 'Par',
  STROKE: 'Stroke',
};
/** What stands where nothing is entered. */
const NONE = '–';
const NINE = 9;

/** A nine of a card as its table shows it. */
export interface Nine {
  holes: NineHole[];
  total: NineTotal;
}

/** What is marked on a card's holes beside what is on the card. */
export interface Marks {
  waiting: ReadonlySet<number>;
  flagged: readonly number[];
}

/** Par, index and strokes received of a card's player, from the match itself: known for my card and those I mark. */
export function knownHoles({ userMatchSettings }: MatchAnswer, cardUserId: string): CardHole[] | null {
  if (userMatchSettings === null) return null;
  if (userMatchSettings.userId === cardUserId) return userMatchSettings.holes;
  return userMatchSettings.marking.find(({ id }) => id === cardUserId)?.settings.holes ?? null;
}

/**
 * The two nines of the final card: the marker's 18 entries with the committee's corrections, until those are all there
 * the player's.
 */
export function ninesOf(
  match: Pick<MatchAnswer['match'], 'matchType' | 'isSocial'>,
  round: Round,
  holes: readonly CardHole[],
  { waiting, flagged }: Marks,
): [out: Nine, back: Nine] {
  const rows = round.holes.map((hole, index): NineHole => {
    const card = holes[index];
    const received = card?.strokesReceived ?? 0;
    const par = card?.par ?? 0;
    const entry = hole.corrected ? countingScore(hole, par, received) : countingEntry(match.isSocial, round, hole);
    return {
      number: hole.holeNumber,
      par,
      ...(card === undefined ? {} : { index: card.index }),
      strokes: entry?.strokes ?? null,
      noScore: entry?.noScore ?? false,
      score: entry === null ? '' : scoreText(match.matchType, entry, received),
      received,
      waiting: waiting.has(hole.holeNumber),
      mismatch: hole.mismatch || flagged.includes(hole.holeNumber),
      corrected: hole.corrected,
    };
  });
  const { out, in: back } = round.scoreTotals;
  return [
    { holes: rows.slice(0, NINE), total: totalOf('Out', match.matchType, rows.slice(0, NINE), out) },
    { holes: rows.slice(NINE), total: totalOf('In', match.matchType, rows.slice(NINE), back) },
  ];
}

/** What the card adds up to: Gross and Nett for stroke, points or +/− otherwise. */
export function totalsOf(matchType: Format, totals: ScoreTotals): TotalsTileProps {
  const gross = totals.gross ?? NONE;
  const nett = totals.nett ?? NONE;
  const notes = [
    ...(totals.thru > 0 && totals.thru < NINE * 2 ? [`After ${totals.thru} holes`] : []),
    ...(totals.includesNoScore ? ['Gross and nett incl. NS (No Score), counted as nett double bogey'] : []),
  ];
  const note = notes.length === 0 ? {} : { note: notes.join('. ') };
  if (matchType === 'STROKE') {
    return { label: 'Gross', value: gross, details: [{ term: 'Nett', value: nett }], ...note };
  }
  const ns = totals.includesNoScore ? ' incl. NS' : '';
  const details = [
    { term: `Gross${ns}`, value: gross },
    { term: `Nett${ns}`, value: nett },
  ];
  const result = matchType === 'PAR' ? signed(totals.par) : String(totals.stableford);
  return { label: FORMATS[matchType], value: totals.thru === 0 ? NONE : result, details, ...note };
}

function countingEntry(isSocial: boolean, round: Round, hole: RoundHole): ScoreEntry | null {
  const byMarker = !isSocial && round.incompleteHoles.marker.length === 0;
  return byMarker ? hole.marker : hole.player;
}

function scoreText(matchType: Format, entry: ShownEntry, received: number): string {
  if (matchType === 'STABLEFORD') return String(entry.scoreStableford);
  if (matchType === 'PAR') return entry.scorePar === 0 ? '0' : entry.scorePar > 0 ? '+' : '−';
  return entry.strokes === null ? '' : String(entry.strokes - received);
}

function totalOf(
  label: NineTotal['label'],
  matchType: Format,
  rows: readonly NineHole[],
  totals: ScoreTotals['out'],
): NineTotal {
  const par = sum(rows.map((hole) => hole.par));
  if (totals.gross === null) return { label, par, strokes: '', score: '' };
  const strokes = totals.gross;
  if (matchType === 'STABLEFORD') return { label, par, strokes, score: totals.stableford };
  if (matchType === 'PAR') return { label, par, strokes, score: signed(totals.par) };
  const received = rows.filter((hole) => hole.strokes !== null).map((hole) => hole.received);
  return { label, par, strokes, score: strokes - sum(received) };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
