import { PostgresEventStore } from '@fairmark/events';
import { createLogger } from '@fairmark/platform';
import { PostgresLogReader, rebuildClubhouse } from '@fairmark/projector';
import { rebuildEmmett } from './emmett.js';

/** One rebuild in a process of its own, so that its memory is its own: `contestant URL ours|emmett BATCH VERSION`. */
const [url = '', who = '', batch = '', version = ''] = process.argv.slice(2);
const started = performance.now();
if (who === 'ours') await rebuildOurs();
else await rebuildEmmett(url, Number(version), Number(batch));
const milliseconds = performance.now() - started;
process.stdout.write(JSON.stringify({ milliseconds, peakKilobytes: process.resourceUsage().maxRSS }));

async function rebuildOurs(): Promise<void> {
  const store = new PostgresEventStore({ connectionString: url });
  const reader = new PostgresLogReader(url);
  await rebuildClubhouse({
    databaseUrl: url,
    store,
    reader,
    logger: createLogger('bench', 'silent'),
    restart: true,
    batchSize: Number(batch),
  });
  await reader.close();
  await store.close();
}
