import type { PersonRef, PlayType } from '@fairmark/contract';
import { firstName, listed } from '../../../text/words.js';

/** A round's kind as the buttons of the home page name it. */
export const PLAY_TYPE_WORDS: Record<PlayType, string> = { COMPETITION: 'Match Round', SOCIAL: 'Practice Round' };

/** "Alex", "Alex and Bindi": in full where two of them share a first name. */
export function namesOf(people: readonly Pick<PersonRef, 'fullName'>[]): string {
  const short = people.map(({ fullName }) => firstName(fullName));
  const clear = new Set(short).size === short.length;
  return listed(clear ? short : people.map(({ fullName }) => fullName));
}
