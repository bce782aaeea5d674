import type { CardHole, Format, PersonRef } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { FORMAT_WORDS, holeScore, SPOKEN } from '../../../golf/format-words.js';
import { scoreText, scoreWords, spokenScore } from '../../../golf/score/score-texts.js';
import { counted, sentence, shortName } from '../../../text/words.js';
import { whose, type ScoringCard, type ScoringHole } from './cards.js';

/** "Birdie, 4 points"; "No Score, 0 points". */
export function headline({ par, strokesReceived }: CardHole, { strokes }: CardEntry, format: Format): string {
  const score = holeScore(format, { par, strokesReceived: strokesReceived ?? 0, strokes });
  return `${strokes === null ? 'No Score' : scoreText(strokes, par)}, ${FORMAT_WORDS[format].written(score)}`;
}

/** "you 5, Alex 4": the entries of both sides, as far as they are made. */
export function differenceText({ mine, theirs }: ScoringHole, me: string): string {
  return [mine, theirs].flatMap((entry) => (entry === null ? [] : [entryText(entry, me)])).join(', ');
}

/** "Alex 4": names who entered it, who may no longer be the marker. */
export function entryText(entry: CardEntry & { enteredBy: PersonRef }, me: string): string {
  const { enteredBy } = entry;
  return `${enteredBy.id === me ? 'you' : shortName(enteredBy)} ${scoreWords(entry)}`;
}

/** "Hole 3: you 5, Alex 4", with "+2 more" for as many others. */
export function elsewhereText(card: ScoringCard, more: number, me: string): string {
  return `${differingPlace(card)}: ${differenceText(card.hole, me)}${more === 0 ? '' : ` · +${more} more`}`;
}

/** "Hole 3"; "Hole 3, Alex's card" if the card is not mine. */
export function differingPlace(card: ScoringCard): string {
  return `Hole ${card.hole.number}${card.isMine ? '' : `, ${whose(card)} card`}`;
}

/** "You get 1 shot", "Alex gives 2 shots back"; empty if the handicap is unknown. */
export function shotsText({ isMine, round, hole: { strokesReceived: received } }: ScoringCard): string {
  if (received === null) return '';
  if (received === 0) return 'No shots';
  const shots = counted(Math.abs(received), 'shot');
  const [who, s] = isMine ? ['You', ''] : [shortName(round.player), 's'];
  return received > 0 ? `${who} get${s} ${shots}` : `${who} give${s} ${shots} back`;
}

/** For equal results from different strokes: the card will show the marker's strokes. */
export function markersStrokesText(card: ScoringCard): string {
  const { mine, theirs } = card.hole;
  const shown = card.isMine ? `the marker's ${scoreWords(theirs)}` : `your ${scoreWords(mine)}`;
  return `Same result. ${sentence(whose(card))} card will show ${shown}`;
}

/** The announcement of an entry: "4, par, 3 points"; for a marked card with its player. */
export function spokenEntry({ isMine, round, hole }: ScoringCard, value: CardEntry | null, format: Format): string {
  const owner = isMine ? '' : `${shortName(round.player)}, `;
  if (value === null) return `${owner}cleared`;
  const { par, strokesReceived } = hole;
  const score = holeScore(format, { par, strokesReceived: strokesReceived ?? 0, strokes: value.strokes });
  const words = FORMAT_WORDS[format].written(score);
  return `${owner}${spokenScore({ ...value, par })}, ${SPOKEN[words] ?? words}`;
}
