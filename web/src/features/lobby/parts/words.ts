import type { PersonRef, PlayType } from '@fairmark/contract';
import { listed, shortNames } from '../../../text/words.js';

/** The kinds of rounds, named as on the home page. */
export const PLAY_TYPE_WORDS: Record<PlayType, string> = { COMPETITION: 'Match Round', SOCIAL: 'Practice Round' };

/** "Alex", "Alex and Bindi"; full names of those who share a first name. */
export const namesOf = (people: readonly Pick<PersonRef, 'fullName'>[]): string =>
  listed(shortNames(people.map(({ fullName }) => fullName)));
