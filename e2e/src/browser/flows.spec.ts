import { board } from './flows/board.js';
import { adverts, clubhouse } from './flows/clubhouse.js';
import { finish } from './flows/finish.js';
import { keyboard } from './flows/keyboard.js';
import { lobbyEnds } from './flows/lobby-ends.js';
import { mismatch, otherPhone } from './flows/mismatch.js';
import { noSignal } from './flows/no-signal.js';
import { oversight } from './flows/oversight.js';
import { session } from './flows/session.js';
import { signUp } from './flows/sign-up.js';
import { thumb } from './flows/thumb.js';
import { threePlayers, toTheTee, twoPlayers } from './flows/whole-rounds.js';
import { Stage, type Flows } from './support/stage.js';

/** Each wait of a flow has its own limit; this one ends a hanging flow even on a busy machine. */
const FLOW_MS = 240_000;

const FLOWS: Record<string, Flows> = {
  'a new golfer': signUp,
  'two players': twoPlayers,
  'to the first tee': toTheTee,
  'three players': threePlayers,
  'before the start': lobbyEnds,
  'different scores for one hole': mismatch,
  'the finish of a round': finish,
  'the hole under the thumb': thumb,
  'two phones of a golfer': otherPhone,
  'a phone without signal': noSignal,
  'a session': session,
  'the Clubhouse': clubhouse,
  'the board on the wall': board,
  adverts,
  'with a keyboard only': keyboard,
  oversight,
};

/** What golfers do, in real browsers against the real stack. The flows share one stack, as its start takes seconds. */
describe('the client in a browser', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  }, 120_000);
  afterAll(() => stage?.stop(), 60_000);

  describe.each(Object.entries(FLOWS))('%s', (_, flows) => {
    // Hidden errors fail a flow too, and a failure leaves pictures behind.
    it.each(Object.entries(flows))(
      '%s',
      async (name, flow) => {
        try {
          await flow(stage);
          stage.assertNoFaults();
          await stage.clear();
        } catch (error) {
          const folder = await stage.keepEvidence(name);
          const said = error instanceof Error ? error.message : String(error);
          throw new Error(`${said}\nPictures: ${folder}`, { cause: error });
        } finally {
          await stage.putAway();
        }
      },
      FLOW_MS,
    );
  });
});
