import { chance } from '@fairmark/server';
import { commandLine, readOptions } from './run/options.js';
import { machine, median, perSecond, table } from './run/report.js';
import { startBenchServer } from './run/server.js';
import { Children } from './system/children.js';
import { openProduct } from './system/contestants.js';
import { groupsOf, play } from './system/play.js';
import { sharesOf, type Profile } from './system/profile-shares.js';

/** Concurrent clients, seconds before and during the profile, and lines of each table. */
export const DEFAULTS = { clients: 32, warmup: 5, seconds: 10, lines: 40 };

const GOLFERS = 400;

/** `profile`: where the api spends processor time while golfers score as in `system`. Prints Markdown tables. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { clients, warmup, seconds, lines } = options;
  const luck = chance('profile');
  const children = new Children();
  const server = await startBenchServer();
  try {
    await server.withDatabase(async (url) => {
      const api = await openProduct(children, url, { luck, golfers: GOLFERS, clients, program: 'profiled-api' });
      const { golfers, courseId } = api.product;
      const groups = groupsOf(luck, { golfers, courseId });
      await play(api, groups, { clients, seconds: warmup });
      const { api: profiled } = api.product;
      profiled.send({ profile: 'start' });
      await profiled.answer();
      const { latencies, processorMs, perSecond: speed } = await play(api, groups, { clients, seconds });
      profiled.send({ profile: 'stop' });
      const { profile } = await profiled.answer<{ profile: Profile }>();
      await api.close();
      const scores = latencies.length;
      const cost = `${((processorMs * 1_000) / scores).toFixed(0)} µs of the api's processor time each`;
      console.log(`${commandLine('profile', options)}\n${machine()}\n`);
      console.log(
        `${perSecond(speed)} scores/s, p50 ${median(latencies).toFixed(1)} ms, ${cost}, the profiler's included.\n`,
      );
      for (const [title, shares] of Object.entries(sharesOf(profile))) {
        const rows = [...shares].sort(([, a], [, b]) => b - a).slice(0, lines);
        const busy = [...shares.values()].reduce((sum, us) => sum + us, 0);
        const cells = rows.map(([name, us]) => [name, (us / scores).toFixed(1), `${((100 * us) / busy).toFixed(1)} %`]);
        console.log(`${table([title, 'µs per score', 'share'], cells)}\n`);
      }
    });
  } finally {
    await children.stop();
    await server.remove();
  }
}
