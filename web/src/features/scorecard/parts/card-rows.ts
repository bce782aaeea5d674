import type { Format, Match, ScoreTotals } from '@fairmark/contract';
import { FORMATS, HOLES } from '@fairmark/scoring';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import { paths } from '../../../shared/routing/paths.js';
import { counted } from '../../../text/words.js';

const NONE = '–';

/** The totals of a card: Gross and Nett for stroke, otherwise points or +/−. */
export function totalsOf(matchType: Format, totals: ScoreTotals) {
  const { total, totalOf, others } = FORMAT_WORDS[matchType];
  const ns = totals.includesNoScore && others.length > 1 ? ' incl. NS' : '';
  const names = { gross: `Gross${ns}`, nett: `Nett${ns}` };
  const notes = [
    ...(totals.thru > 0 && totals.thru < HOLES ? [`After ${counted(totals.thru, 'hole')}`] : []),
    ...(totals.includesNoScore ? ['Gross and nett incl. NS (No Score), counted as nett double bogey'] : []),
  ];
  return {
    label: total,
    value: totals.thru === 0 ? NONE : (totalOf(totals) ?? NONE),
    details: others.map((other) => ({ term: names[other], value: totals[other] ?? NONE })),
    note: notes.length === 0 ? undefined : notes.join('. '),
  };
}

/** The leaderboard of the round's course, of its day there, in the order of its format. */
export function leaderboardOf({ course, day, matchType }: Pick<Match, 'course' | 'day' | 'matchType'>): string {
  return paths.leaderboard({ course: course.id, day: day ?? undefined, sort: FORMATS[matchType].sort });
}
