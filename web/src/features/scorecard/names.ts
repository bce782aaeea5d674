import { MESSAGES, type PersonRef, type ScoreEntry } from '@fairmark/contract';

/** A minus sign, as wide as a plus. */
const MINUS = '−';

/** "Alex" of "Alex Kerr"; where a name has gone, the words that stand for it. */
export function firstName({ fullName }: Pick<PersonRef, 'fullName'>): string {
  if (fullName === MESSAGES.deletedPlayer) return fullName;
  return fullName.trim().split(/\s+/)[0] ?? fullName;
}

/** "Alex's"; "your" for the golfer who looks. */
export function possessive(person: PersonRef, me: string): string {
  return person.id === me ? 'your' : `${firstName(person)}'s`;
}

/** "Alex"; "you" for the golfer who looks. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : firstName(person);
}

/** A score as it is written on a card: "5", "No Score"; a dash where there is none. */
export function entryText(entry: Pick<ScoreEntry, 'strokes' | 'noScore'> | null): string {
  if (entry === null) return '–';
  return entry.noScore ? 'No Score' : String(entry.strokes ?? '–');
}

/** "+3", "0", "−2". */
export function signed(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${value}` : `${MINUS}${Math.abs(value)}`;
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
