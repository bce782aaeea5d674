import { ACCOUNT } from './account.js';
import { AUTH } from './auth.js';
import { BOARDS } from './board.js';
import { CARD } from './card.js';
import { CLUBHOUSE } from './clubhouse.js';
import { COMPETITIONS } from './competitions.js';
import { HOME } from './home.js';
import { LOBBY } from './lobby.js';
import { OPS } from './ops.js';
import { SCORE } from './score.js';
import type { View } from './view.js';

/** Every route in its various states, and with each dialog open. */
export const VIEWS: readonly View[] = [
  ...AUTH,
  ...HOME,
  ...ACCOUNT,
  ...CLUBHOUSE,
  ...BOARDS,
  ...COMPETITIONS,
  ...LOBBY,
  ...SCORE,
  ...CARD,
  ...OPS,
];
