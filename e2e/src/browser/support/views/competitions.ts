import { at, type View } from './view.js';

/** Competitions: the list, the form, and one from all sides. */
export const COMPETITIONS: readonly View[] = [
  { name: 'competitions', who: ({ signer }) => signer, path: at('/clubhouse/competitions') },
  { name: 'new-competition', who: ({ signer }) => signer, path: at('/clubhouse/new-competition') },
];
