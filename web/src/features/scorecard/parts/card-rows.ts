import type { CardHole, Format, MatchAnswer, Round, RoundHole, ScoreEntry, ScoreTotals } from '@fairmark/contract';
import { HOLES } from '@fairmark/scoring';
import { nineHole, ninesOfCard, type Nine } from '../../../golf/card-rows.js';
import { FORMAT_WORDS } from '../../../golf/format-words.js';

const NONE = '–';

/** Holes to mark on a card: with waiting scores, and flagged by the server as mismatching. */
export interface Marks {
  waiting: ReadonlySet<number>;
  flagged: readonly number[];
}

/**
 * The two nines of the final card: the marker's entries with the committee's corrections, or the player's until the
 * marker has entered all 18.
 */
export function ninesOf(
  { matchType: format, isSocial }: Pick<MatchAnswer['match'], 'matchType' | 'isSocial'>,
  round: Round,
  holes: readonly CardHole[],
  { waiting, flagged }: Marks,
): [out: Nine, back: Nine] {
  const rows = round.holes.map((hole, index) => {
    const entry = countingEntry(isSocial, round, hole);
    const row = nineHole({ hole, card: holes[index], entry, format, waiting });
    return { ...row, mismatch: hole.mismatch || flagged.includes(hole.holeNumber) };
  });
  return ninesOfCard(rows, round.scoreTotals, format);
}

/** The totals of a card: Gross and Nett for stroke, otherwise points or +/−. */
export function totalsOf(matchType: Format, totals: ScoreTotals) {
  const { total, totalOf, others } = FORMAT_WORDS[matchType];
  const ns = totals.includesNoScore && others.length > 1 ? ' incl. NS' : '';
  const names = { gross: `Gross${ns}`, nett: `Nett${ns}` };
  const notes = [
    ...(totals.thru > 0 && totals.thru < HOLES ? [`After ${totals.thru} holes`] : []),
    ...(totals.includesNoScore ? ['Gross and nett incl. NS (No Score), counted as nett double bogey'] : []),
  ];
  return {
    label: total,
    value: totals.thru === 0 ? NONE : (totalOf(totals) ?? NONE),
    details: others.map((other) => ({ term: names[other], value: totals[other] ?? NONE })),
    note: notes.length === 0 ? undefined : notes.join('. '),
  };
}

function countingEntry(isSocial: boolean, round: Round, hole: RoundHole): ScoreEntry | null {
  const byMarker = !isSocial && round.incompleteHoles.marker.length === 0;
  return byMarker ? hole.marker : hole.player;
}
