import { adverts } from './flows/adverts.js';
import { board } from './flows/board.js';
import { clubhouse } from './flows/clubhouse.js';
import { finish } from './flows/finish.js';
import { keyboard } from './flows/keyboard.js';
import { lobbyEnds } from './flows/lobby-ends.js';
import { mismatch } from './flows/mismatch.js';
import { noSignal } from './flows/no-signal.js';
import { otherPhone } from './flows/other-phone.js';
import { oversight } from './flows/oversight.js';
import { session } from './flows/session.js';
import { signUp } from './flows/sign-up.js';
import { threePlayers } from './flows/three-players.js';
import { thumb } from './flows/thumb.js';
import { toTheTee } from './flows/to-the-tee.js';
import { twoPlayers } from './flows/two-players.js';
import { stories } from './support/stories.js';

/** What golfers do, in real browsers against the real stack. The flows share one stack, as its start takes seconds. */
describe('the client in a browser', () => {
  const flow = stories();
  signUp(flow);
  twoPlayers(flow);
  toTheTee(flow);
  threePlayers(flow);
  lobbyEnds(flow);
  mismatch(flow);
  finish(flow);
  thumb(flow);
  otherPhone(flow);
  noSignal(flow);
  session(flow);
  clubhouse(flow);
  board(flow);
  adverts(flow);
  keyboard(flow);
  oversight(flow);
});
