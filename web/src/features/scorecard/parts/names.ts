import type { PersonRef } from '@fairmark/contract';
import { listed, shortName } from '../../../text/words.js';

/** "Alex's"; "your" for the signed-in golfer. */
export function possessive(person: PersonRef, me: string): string {
  return person.id === me ? 'your' : `${shortName(person)}'s`;
}

/** "Alex"; "you" for the signed-in golfer. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : shortName(person);
}

/** Hole numbers with runs combined: "3, 5 and 7 to 18". */
function holeList(numbers: readonly number[]): string {
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
