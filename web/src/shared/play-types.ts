import type { PlayType } from '@fairmark/contract';

/** The kinds of rounds, named as on the home page. */
export const PLAY_TYPE_WORDS: Record<PlayType, string> = { COMPETITION: 'Match Round', SOCIAL: 'Practice Round' };

/** Explains practice rounds. */
export const JUST_PRACTICE = 'Just practice: nothing goes to Golf Australia or the Clubhouse.';
