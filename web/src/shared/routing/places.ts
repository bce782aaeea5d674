import { paths } from './paths.js';

/** The sections that pages belong to: the bottom tabs of a phone, and the targets of back links. */
export const PLACES = {
  play: { to: paths.home(), words: 'Play' },
  clubhouse: { to: paths.clubhouse(), words: 'Clubhouse' },
  history: { to: paths.history(), words: 'History' },
  comps: { to: paths.competitions(), words: 'Comps' },
  you: { to: paths.account(), words: 'You' },
} as const;

export type Place = keyof typeof PLACES;
