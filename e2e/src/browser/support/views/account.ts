import { at, type View } from './view.js';

/** The golfer's own settings. */
export const ACCOUNT: readonly View[] = [{ name: 'account', who: ({ newcomer }) => newcomer, path: at('/account') }];
