import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { Stack } from '../support/stack.js';
import { processFaults } from './kinds.js';
import { Play } from './play.js';

const SEED = seedOf(20261120);

describe('a crash in the middle of a round', () => {
  let stack: Stack;
  let play: Play;

  beforeAll(async () => {
    stack = await Stack.start({ apis: 2, projectors: 2, postgres: {} });
    play = await Play.begin(stack);
  });
  afterAll(() => stack?.stop());

  it(
    'loses no acknowledged score, doubles none, and leaves tables that equal the log',
    async () => {
      for (let round = 0; round < REPEAT; round += 1) {
        const seed = SEED + round * 100;
        await play.through(seed, async () => {
          for (const { name, happens } of processFaults(stack, chance(seed))) {
            await happens();
            await play.waitForScores(name);
          }
        });
      }
      const { history, retried } = play;
      console.log(
        `${history.operations.length} scores sent, ${play.of('acknowledged').length} acknowledged, ` +
          `${retried.length} sent more than once, ${play.of('unknown').length} of unknown outcome`,
      );
      expect(retried.length).toBeGreaterThan(0);
      expect(play.of('refused')).toEqual([]);
      expect(await play.wrongs()).toEqual([]);
    },
    REPEAT * 300_000 + 120_000,
  );
});
