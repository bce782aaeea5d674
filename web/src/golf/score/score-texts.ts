import type { StoryScore } from '@fairmark/contract';
import { scoreName, type CardEntry, type ScoreName } from '@fairmark/scoring';
import { counted } from '../../text/words.js';

const TEXTS: Readonly<Record<Exclude<ScoreName, 'WORSE'>, string>> = {
  ACE: 'Hole in one',
  ALBATROSS: 'Albatross',
  EAGLE: 'Eagle',
  BIRDIE: 'Birdie',
  PAR: 'Par',
  BOGEY: 'Bogey',
  DOUBLE: 'Double bogey',
};

/** How a score is drawn; the value of `data-result` in stylesheets. */
type ResultKind = Lowercase<keyof typeof TEXTS> | 'no-score' | 'empty';

/** A score to show. Null strokes without No Score: not entered yet. */
export interface ShownScore {
  strokes: number | null;
  noScore?: boolean;
  par: number;
}

/** "Birdie", "Double bogey", and "+3" for anything above that. */
export function scoreText(strokes: number, par: number): string {
  const name = scoreName(strokes, par);
  return name === 'WORSE' ? `+${strokes - par}` : TEXTS[name];
}

/** The same, shortened for a key of the pad. */
export function keyText(strokes: number, par: number): string {
  return scoreName(strokes, par) === 'DOUBLE' ? 'double' : scoreText(strokes, par).toLowerCase();
}

/** The kind of a score, by gross strokes to par. */
export function resultKind({ strokes, noScore, par }: ShownScore): ResultKind {
  if (noScore === true) return 'no-score';
  if (strokes === null) return 'empty';
  const name = scoreName(strokes, par);
  return name === 'WORSE' ? 'double' : (name.toLowerCase() as Lowercase<typeof name>);
}

/** A score as on a card: "5", "No Score", "–" for none. */
export function scoreWords(score: CardEntry | StoryScore): string {
  if (score === 'NS') return 'No Score';
  if (typeof score !== 'object') return String(score);
  return score?.noScore === true ? 'No Score' : String(score?.strokes ?? '–');
}

/** A score for screen readers: "5, bogey". */
export function spokenScore({ strokes, noScore, par }: ShownScore): string {
  if (noScore === true) return 'No Score';
  return strokes === null ? 'not entered' : `${strokes}, ${scoreText(strokes, par).toLowerCase()}`;
}

/** "2 strokes received", "gives back 1 stroke"; empty for none. */
export function spokenReceived(received: number): string {
  if (received === 0) return '';
  const strokes = counted(Math.abs(received), 'stroke');
  return received > 0 ? `${strokes} received` : `gives back ${strokes}`;
}
