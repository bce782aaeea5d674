import { ACCOUNT } from './views/account.js';
import { AUTH } from './views/auth.js';
import { CARD } from './views/card.js';
import { CLUBHOUSE } from './views/clubhouse.js';
import { COMPETITIONS } from './views/competitions.js';
import { HOME } from './views/home.js';
import { LOBBY } from './views/lobby.js';
import { OPS } from './views/ops.js';
import { SCORE } from './views/score.js';
import type { View } from './views/view.js';

/** Every route with what can be on it, and with each dialog open. */
export const VIEWS: readonly View[] = [
  ...AUTH,
  ...HOME,
  ...ACCOUNT,
  ...CLUBHOUSE,
  ...COMPETITIONS,
  ...LOBBY,
  ...SCORE,
  ...CARD,
  ...OPS,
];
