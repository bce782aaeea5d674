import type { DailyResultsAnswer, Format, Match } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import type { NineHole } from '../../../golf/nine-table.js';
import { placeWords } from '../../../golf/result-words.js';
import { scoreText } from '../../../golf/score/score-texts.js';
import { sentence } from '../../../text/words.js';

/** The best hole by nett, then by gross to par, then by lower stroke index; null: none has strokes. */
export function bestHole(holes: readonly NineHole[]): (NineHole & { strokes: number }) | null {
  const played = holes.filter((hole) => hole.strokes !== null) as (NineHole & { strokes: number })[];
  return (
    played.sort(
      (one, other) =>
        nett(one) - nett(other) || one.strokes - one.par - (other.strokes - other.par) || harder(one, other),
    )[0] ?? null
  );
}

/** "14: birdie, 4 points" */
export function bestHoleWords({ number, strokes, par, score }: NineHole & { strokes: number }, format: Format): string {
  return `${number}: ${scoreText(strokes, par).toLowerCase()}, ${FORMAT_WORDS[format].written(score)}`;
}

/** "Beat your handicap by 2". @param better as computed by againstHandicap */
export function handicapWords(better: number): string {
  if (better === 0) return 'Played to your handicap';
  return better > 0 ? `Beat your handicap by ${better}` : `Missed your handicap by ${-better}`;
}

/** My round's place in the results of today, "2nd of 7 today"; null on another day, or beyond the cards read. */
export function placeOf(
  { day, rounds, nextOffset }: Pick<DailyResultsAnswer, 'day' | 'rounds' | 'nextOffset'>,
  match: Pick<Match, 'id' | 'day'>,
  me: string,
) {
  if (day !== match.day) return null;
  const row = rounds.find(({ player, userRound }) => player.id === me && userRound.matchId === match.id);
  if (row === undefined) return nextOffset === null ? 'pending' : null;
  if (nextOffset === null && rounds.length === 1) return { words: 'First card in today', first: false };
  return { words: `${sentence(placeWords(row, { rounds, nextOffset }))} today`, first: row.rank === 1 };
}

function nett({ strokes, received, par }: NineHole & { strokes: number }): number {
  return strokes - received - par;
}

function harder(one: NineHole, other: NineHole): number {
  return indexOf(one) - indexOf(other);
}

function indexOf({ index }: NineHole): number {
  return typeof index === 'number' ? index : (index?.[0] ?? 0);
}
