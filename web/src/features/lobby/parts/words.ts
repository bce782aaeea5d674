import type { PersonRef, PlayType } from '@fairmark/contract';
import { firstName, listed } from '../../../text/words.js';

/** The kinds of rounds, named as on the home page. */
export const PLAY_TYPE_WORDS: Record<PlayType, string> = { COMPETITION: 'Match Round', SOCIAL: 'Practice Round' };

/** "Alex", "Alex and Bindi"; full names if two share a first name. */
export function namesOf(people: readonly Pick<PersonRef, 'fullName'>[]): string {
  const short = people.map(({ fullName }) => firstName(fullName));
  const clear = new Set(short).size === short.length;
  return listed(clear ? short : people.map(({ fullName }) => fullName));
}
