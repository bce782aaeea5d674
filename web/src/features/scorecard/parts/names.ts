import type { PersonRef, Round } from '@fairmark/contract';
import { listed, shortName } from '../../../text/words.js';

/** "Alex's"; "your" for the signed-in golfer. */
export function possessive(person: PersonRef, me: string): string {
  return person.id === me ? 'your' : `${shortName(person)}'s`;
}

/** "Alex's card"; "your card" for the signed-in golfer's. */
export function cardName({ player }: Pick<Round, 'player'>, me: string): string {
  return `${possessive(player, me)} card`;
}

/** "Alex"; "you" for the signed-in golfer. */
export function called(person: PersonRef, me: string): string {
  return person.id === me ? 'you' : shortName(person);
}

/** "hole 3"; "holes 3, 5 and 7 to 18", with runs combined. */
export function holesText(numbers: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.flatMap(([from, to]) => {
    if (to === from + 1) return [`${from}`, `${to}`];
    return from === to ? `${from}` : `${from} to ${to}`;
  });
  return `${numbers.length === 1 ? 'hole' : 'holes'} ${listed(words)}`;
}

/** "hole 3 differs", "holes 3 and 5 differ". */
export function differText(numbers: readonly number[]): string {
  return `${holesText(numbers)} ${numbers.length === 1 ? 'differs' : 'differ'}`;
}
