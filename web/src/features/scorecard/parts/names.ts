import type { PersonRef, ScoreEntry, StoryScore } from '@fairmark/contract';
import { firstName } from '../../../text/words.js';

/** "Alex's"; "your" for the golfer who looks. */
export function possessive(person: PersonRef, me: string): string {
  return person.id === me ? 'your' : `${firstName(person.fullName)}'s`;
}

/** "Alex"; "you" for the golfer who looks. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : firstName(person.fullName);
}

/** A score as it is written on a card: "5", "No Score"; a dash where there is none. */
export function entryText(entry: Pick<ScoreEntry, 'strokes' | 'noScore'> | null): string {
  if (entry === null) return '–';
  return entry.noScore ? 'No Score' : String(entry.strokes ?? '–');
}

/** A score of a correction in the same words. */
export function scoreWords(score: StoryScore): string {
  return score === 'NS' ? 'No Score' : String(score ?? '–');
}

/** "Alex", "Alex and Ben", "Alex, Ben and Cat". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

/** Hole numbers in few words, runs drawn together: "3, 5 and 7 to 18". */
export function holeList(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return listed(
    runs.flatMap(([from, to]) =>
      to === from + 1 ? [`${from}`, `${to}`] : [from === to ? `${from}` : `${from} to ${to}`],
    ),
  );
}

/** "hole 3", "holes 3 and 5". */
export function holesText(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'hole' : 'holes'} ${holeList(numbers)}`;
}

/** The text with a large first letter: for a sentence that begins with "you" or "your". */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
