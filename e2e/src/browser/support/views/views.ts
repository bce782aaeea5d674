import { BOARDS } from './board.js';
import { CLUBHOUSE, COMPETITIONS } from './club.js';
import { ACCOUNT, AUTH, HOME } from './golfer.js';
import { LOBBY } from './lobby.js';
import { OPS } from './ops.js';
import { CARD, SCORE } from './round.js';
import type { View } from './view.js';

/** Every route in its various states, and with each dialog open. */
export const VIEWS: readonly View[] = [
  AUTH,
  HOME,
  ACCOUNT,
  CLUBHOUSE,
  BOARDS,
  COMPETITIONS,
  LOBBY,
  SCORE,
  CARD,
  OPS,
].flat();
