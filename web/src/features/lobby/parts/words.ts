import type { Format, PersonRef, PlayType } from '@fairmark/contract';
import { firstName } from '../../../text/words.js';

/** A round's kind as the buttons of the home page name it. */
export const PLAY_TYPE_WORDS: Record<PlayType, string> = { COMPETITION: 'Match Round', SOCIAL: 'Practice Round' };

/** The three ways to count. */
export const MATCH_TYPE_WORDS: Record<Format, string> = { STROKE: 'Stroke', STABLEFORD: 'Stableford', PAR: 'Par' };

/** What each of them counts, in a line. */
export const MATCH_TYPE_HINTS: Record<Format, string> = {
  STROKE: 'Every stroke, every hole played out',
  STABLEFORD: 'Points for each hole',
  PAR: 'Won, halved or lost against par',
};

/** Where a practice round is set up. */
export const NOT_POSTED = 'Nothing is posted to Golf Australia, and the round is not in the Clubhouse.';

/** "Alex", "Alex and Bindi": in full where two of them share a first name. */
export function namesOf(people: readonly Pick<PersonRef, 'fullName'>[]): string {
  const short = people.map(({ fullName }) => firstName(fullName));
  const clear = new Set(short).size === short.length;
  return new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(
    clear ? short : people.map(({ fullName }) => fullName),
  );
}
