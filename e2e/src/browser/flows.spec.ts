import { account } from './flows/account.js';
import { adverts } from './flows/adverts.js';
import { clubhouse } from './flows/clubhouse.js';
import { competitions } from './flows/competitions.js';
import { keyboard } from './flows/keyboard.js';
import { lobbyEnds } from './flows/lobby-ends.js';
import { mismatch } from './flows/mismatch.js';
import { noSignal } from './flows/no-signal.js';
import { otherPhone } from './flows/other-phone.js';
import { oversight } from './flows/oversight.js';
import { session } from './flows/session.js';
import { signUp } from './flows/sign-up.js';
import { threePlayers } from './flows/three-players.js';
import { timers } from './flows/timers.js';
import { twoPlayers } from './flows/two-players.js';
import { unfinished } from './flows/unfinished.js';
import { stories } from './support/stories.js';

/** What golfers do, each story in real browsers against the real stack. They share one, because starting it takes seconds. */
describe('the client in a browser', () => {
  const tell = stories();
  signUp(tell);
  twoPlayers(tell);
  threePlayers(tell);
  lobbyEnds(tell);
  mismatch(tell);
  otherPhone(tell);
  unfinished(tell);
  noSignal(tell);
  session(tell);
  timers(tell);
  clubhouse(tell);
  competitions(tell);
  account(tell);
  adverts(tell);
  keyboard(tell);
  oversight(tell);
});
