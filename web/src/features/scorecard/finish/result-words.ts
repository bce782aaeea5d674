import type { DailyResultsAnswer, Format, Match } from '@fairmark/contract';
import { FORMAT_WORDS } from '../../../golf/format-words.js';
import type { NineHole } from '../../../golf/nine-table.js';
import { placeWords } from '../../../golf/result-words.js';
import { scoreText } from '../../../golf/score/score-texts.js';
import { sentence } from '../../../text/words.js';

type PlayedHole = NineHole & { strokes: number };

/** The best hole by nett, then by gross to par, then by lower stroke index; null: none has strokes. */
export function bestHole(holes: readonly NineHole[]): PlayedHole | null {
  const toPar = ({ strokes, par }: PlayedHole): number => strokes - par;
  const nett = (hole: PlayedHole): number => toPar(hole) - hole.received;
  const index = (hole: PlayedHole): number => [hole.index ?? 0].flat()[0] ?? 0;
  const played = holes.filter((hole): hole is PlayedHole => hole.strokes !== null);
  played.sort((one, two) => nett(one) - nett(two) || toPar(one) - toPar(two) || index(one) - index(two));
  return played[0] ?? null;
}

/** "14: birdie, 4 points" */
export function bestHoleWords({ number, strokes, par, score }: PlayedHole, format: Format): string {
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
