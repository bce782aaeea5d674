import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import { chance } from '@fairmark/server';
import { findProgram, TestRedis } from '@fairmark/tools';
import { ROOT, Stack } from '../support/stack.js';
import { fullDisk, lineFaults, logFaults, processFaults, redisFaults } from './kinds.js';
import { Play } from './play.js';
import { added, NOTHING, sorted, words, type Totals } from './totals.js';

/**
 * `npm run faults -- --minutes N [--seed S] [--state FILE] [--event-store URL]`: golfers score while parts of a product
 * are killed, frozen and disconnected at random; then every answer is compared with the log. Each leg has a new product
 * and is a line in the file; runs with the same file add up. Exits with 1 at any fault.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    // Not the setting EVENT_STORE_URL: that log may hold a club's rounds.
    'event-store': { type: 'string' },
    state: { type: 'string', default: path.join(ROOT, '.data', 'faults.jsonl') },
  },
});
const end = Date.now() + Number(values.minutes) * 60_000;
/** Limit per leg, so that no golfer reaches the limit of changes to a round. */
const FAULTS_MAX = 40;
const LEG_MS = 4 * 60_000;
/** Even if a slow machine has used up the time for the start. */
const LEAST_MS = 60_000;
const LATEST_MS = 1_500;
/** Minimum share of kills among the faults. */
const KILLS = 0.6;
/** With less time left, another leg is not worthwhile. */
const STARTS_MS = 30_000;

const say = (line: string): unknown => process.stdout.write(`${line}\n`);

async function leg(seed: number): Promise<Totals> {
  const draw = chance(seed);
  const totals: Totals = { ...NOTHING };
  const program = findProgram('redis-server');
  const redis = program === null ? null : await TestRedis.start(program);
  const eventStoreUrl = values['event-store'];
  const log = eventStoreUrl === undefined ? null : await TcpProxy.before(eventStoreUrl);
  const env = {
    ...(redis === null ? {} : { REDIS_URL: redis.url }),
    ...(log === null ? {} : { EVENT_STORE_URL: log.url }),
  };
  const stack = await Stack.start({ apis: 2, projectors: 2, env });
  const lines: TcpProxy[] = [];
  try {
    for (const base of stack.bases) lines.push((await TcpProxy.before(base)).proxy);
    // From their next start on, these cannot write logs.
    for (const part of [stack.apis[0], stack.projectors[0]]) if (part !== undefined) part.logFile = '/dev/full';
    const faults = [...processFaults(stack, draw), ...lineFaults(lines, draw)];
    if (redis !== null) faults.push(...redisFaults(redis));
    if (log !== null) faults.push(...logFaults(log.proxy));
    if (findProgram('prlimit') !== null) faults.push(fullDisk(stack));
    const kills = faults.filter(({ kind }) => kind === 'kills');
    const play = new Play(
      stack,
      lines.map(({ port }) => `http://127.0.0.1:${port}`),
    );
    const legEnd = Math.max(Math.min(end, Date.now() + LEG_MS), Date.now() + LEAST_MS);
    await play.through(seed, async (goOn) => {
      for (let n = 0; n < FAULTS_MAX && Date.now() < legEnd; n += 1) {
        const { kind, name, happens } = draw.pick(draw.happens(KILLS) ? kills : faults);
        await pause(draw.whole(0, LATEST_MS));
        await happens();
        totals[kind] += 1;
        // Restart like the supervisor: a start may fail while the database is down.
        for (const part of [...stack.apis, ...stack.projectors]) if (part.ended) part.start();
        await goOn(name);
      }
    });
    return { ...totals, ...(await outcomeOf(play, eventStoreUrl)) };
  } finally {
    await stack.stop();
    await Promise.all(lines.map((line) => line.close()));
    await log?.proxy.close();
    await redis?.remove();
  }
}

async function outcomeOf(play: Play, eventStoreUrl?: string) {
  const { history } = play;
  const refused = history.of('refused').map((operation) => `refused: ${JSON.stringify(operation)}`);
  const wrongs = [...(await play.wrongs(eventStoreUrl)), ...refused];
  for (const wrong of wrongs.slice(0, 20)) say(wrong);
  return { acknowledged: history.of('acknowledged').length, retried: history.retried.length, ...sorted(wrongs) };
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
