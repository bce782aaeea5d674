import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import { chance } from '@fairmark/server';
import { findProgram, TestRedis } from '@fairmark/tools';
import { ROOT, Stack } from '../support/stack.js';
import { fullDisk, lineFaults, processFaults, redisFaults } from './kinds.js';
import { Play } from './play.js';
import { added, NOTHING, sorted, words, type Totals } from './totals.js';

/**
 * `npm run faults -- --minutes N [--seed S] [--state FILE]`: golfers score while parts of a product of their own are killed, frozen
 * and cut off at random; then every answer is compared with the log. A leg has a product of its own and is a line in the file: the
 * same file again goes on with the sum. Ends with 1 when anything was lost, doubled or wrong.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    state: { type: 'string', default: path.join(ROOT, '.data', 'faults.jsonl') },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
/** Of one leg, so that no golfer reaches the changes that a round takes. */
const FAULTS_MAX = 40;
const LEG_MS = 4 * 60_000;
const LATEST_MS = 1_500;
/** Share of the faults that are kills in any case. */
const KILLS = 0.6;
/** With less time left, another leg would hardly begin. */
const STARTS_MS = 30_000;

const say = (line: string): unknown => process.stdout.write(`${line}\n`);

async function leg(seed: number): Promise<Totals> {
  const draw = chance(seed);
  const totals: Totals = { ...NOTHING };
  const program = findProgram('redis-server');
  const redis = program === null ? null : await TestRedis.start(program);
  const env: Record<string, string> = redis === null ? {} : { REDIS_URL: redis.url };
  const stack = await Stack.start({ apis: 2, projectors: 2, env });
  const lines: TcpProxy[] = [];
  try {
    for (const base of stack.bases) lines.push((await TcpProxy.before(base)).proxy);
    // From their next start on these have no room for logs.
    for (const part of [stack.apis[0], stack.projectors[0]]) if (part !== undefined) part.logFile = '/dev/full';
    const faults = [
      ...processFaults(stack, draw),
      ...lineFaults(lines, draw),
      ...(redis === null ? [] : redisFaults(redis)),
      ...(findProgram('prlimit') === null ? [] : [fullDisk(stack)]),
    ];
    const kills = faults.filter(({ kind }) => kind === 'kills');
    const play = await Play.begin(
      stack,
      lines.map(({ port }) => `http://127.0.0.1:${port}`),
    );
    const legEnd = Math.min(end, Date.now() + LEG_MS);
    await play.through(seed, async () => {
      for (let n = 0; n < FAULTS_MAX && Date.now() < legEnd; n += 1) {
        const { kind, name, happens } = draw.pick(draw.happens(KILLS) ? kills : faults);
        await pause(draw.whole(0, LATEST_MS));
        await happens();
        totals[kind] += 1;
        await play.goesOn(name);
      }
    });
    const wrongs = await play.wrongs();
    for (const wrong of wrongs.slice(0, 20)) say(wrong);
    const refused = play.of('refused');
    if (refused.length > 0) say(`refused: ${JSON.stringify(refused[0])}`);
    const acknowledged = play.of('acknowledged').length;
    return { ...totals, acknowledged, retried: play.retried.length, ...sorted(wrongs) };
  } finally {
    await stack.stop();
    await Promise.all(lines.map((line) => line.close()));
    await redis?.remove();
  }
}

mkdirSync(path.dirname(values.state), { recursive: true });
let seed = Number(values.seed ?? Date.now() % 2 ** 31);
do {
  say(`Seed ${seed}`);
  const counted = await leg(seed);
  say(`  this leg: ${words(counted)}`);
  say(`  all in ${values.state}: ${words(added(values.state, { seed, ...counted }))}`);
  if (counted.lost + counted.doubled + counted.wrong > 0) process.exitCode = 1;
  seed += 1;
} while (Date.now() < end - STARTS_MS);
