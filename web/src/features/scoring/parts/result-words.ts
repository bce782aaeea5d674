import type { Format, PersonRef, ScoreEntry } from '@fairmark/contract';
import { parResult, stablefordPoints, type HoleEntry } from '@fairmark/scoring';
import { scoreText } from '../../../golf/score/score-texts.js';
import { firstName, MINUS } from '../../../text/words.js';
import type { Difference, ScoringCard } from './cards.js';

/** What was scored on a hole, before any handicap. */
export type Scored = Pick<ScoreEntry, 'strokes' | 'noScore'>;

/** A hole's result, with its score against a card that gives strokes. */
export interface ScoredHole {
  entry: Pick<ScoreEntry, 'strokes' | 'noScore' | 'scoreStableford' | 'scorePar'>;
  format: Format;
  /** 3 to 6. */
  par: number;
  /** Negative where a plus golfer gives one back. */
  strokesReceived: number;
}

/** The names of the formats. */
export const FORMATS: Readonly<Record<Format, string>> = { STABLEFORD: 'Stableford', PAR: 'Par', STROKE: 'Stroke' };

/** The result as a card's Score row shows it: points, "+", "0" or "−", in stroke play the nett score. */
export function cardResult({ entry, format, strokesReceived }: Omit<ScoredHole, 'par'>): string {
  if (format === 'STABLEFORD') return String(entry.scoreStableford);
  if (format === 'PAR') return ['−', '0', '+'][entry.scorePar + 1] ?? '';
  return entry.strokes === null ? '' : String(entry.strokes - strokesReceived);
}

/** "4 points", "+", "nett 3". */
export function resultText(hole: Omit<ScoredHole, 'par'>): string {
  const result = cardResult(hole);
  if (hole.format === 'STABLEFORD') return result === '1' ? '1 point' : `${result} points`;
  return hole.format === 'PAR' ? result : `nett ${result}`;
}

/** "Birdie, 4 points"; "No Score, 0 points". */
export function headline(hole: ScoredHole): string {
  const { strokes } = hole.entry;
  return `${strokes === null ? 'No Score' : scoreText(strokes, hole.par)}, ${resultText(hole)}`;
}

const SPOKEN: Readonly<Record<string, string>> = { '+': 'plus', '0': 'square', [MINUS]: 'minus' };

/** The same for whoever listens: "4, par, 3 points"; a lone sign is said as a word. */
function spokenResult(hole: ScoredHole): string {
  const { strokes } = hole.entry;
  const text = resultText(hole);
  const result = hole.format === 'PAR' ? (SPOKEN[text] ?? text) : text;
  const name = strokes === null ? 'No Score' : `${strokes}, ${scoreText(strokes, hole.par).toLowerCase()}`;
  return `${name}, ${result}`;
}

/** "4", or "No Score". */
export function scoredText({ strokes, noScore }: Scored): string {
  return noScore || strokes === null ? 'No Score' : String(strokes);
}

/** "You have 5, Alex has 4". Says who entered it, which is not always who keeps the card now. */
export function differenceText({ mine, theirs }: Difference, me: string): string {
  return `${has(mine, me)}, ${has(theirs, me)}`;
}

function has(entry: Scored & { enteredBy: PersonRef }, me: string): string {
  const { id, fullName } = entry.enteredBy;
  return id === me ? `You have ${scoredText(entry)}` : `${firstName(fullName)} has ${scoredText(entry)}`;
}

/** Equal result, different strokes: says that the card shows the marker's. */
export function markersStrokesText(card: ScoringCard, { mine, theirs }: Difference): string {
  return card.isMine
    ? `Same result. Your card will show the marker's ${scoredText(theirs)}`
    : `Same result. ${firstName(card.fullName)}'s card will show your ${scoredText(mine)}`;
}

/** What is said when a score was entered: "4, par, 3 points. Saved on this phone."; a marker hears whose card it is. */
export function spokenEntry(
  card: ScoringCard,
  holeNumber: number,
  { value, format }: { value: HoleEntry | null; format: Format },
): string {
  const whose = card.isMine ? '' : `${firstName(card.fullName)}, `;
  const hole = card.holes[holeNumber - 1];
  if (value === null || hole === undefined) return `${whose}cleared. Saved on this phone.`;
  const strokes = 'strokes' in value ? value.strokes : null;
  const played = { par: hole.par, strokesReceived: hole.strokesReceived ?? 0, strokes };
  const entry = {
    strokes,
    noScore: strokes === null,
    scoreStableford: stablefordPoints(played),
    scorePar: parResult(played),
  };
  return `${whose}${spokenResult({ ...played, entry, format })}. Saved on this phone.`;
}
