import { Client } from 'pg';
import type { Listen } from '../port/listener.js';
import { within } from '../port/retry.js';
import { attemptMs } from '../port/server-store.js';
import { clientConfig, type Settings } from './connection.js';
import { NEWS_CHANNEL } from './schema.js';

/** How soon a silently dead connection is noticed; until then readers find news by looking. */
const PULSE_MS = 5_000;
const POSITION = /^\d+$/;

/**
 * Listens over one connection until it is lost or the signal aborts (see `Listen`).
 *
 * @param isNews whether the announced position of the log's last event is worth a look; with the process id of the server's end
 *   of the connection that wrote it
 */
export async function listen(
  settings: Settings,
  isNews: (position: bigint, writer: number) => boolean,
  ...[heard, signal]: Parameters<Listen>
): Promise<void> {
  const client = new Client(clientConfig(settings, 'listen'));
  const done = new AbortController();
  let pulse: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), { signal: done.signal });
      client.on('error', reject);
      client.on('end', () => reject(new Error('The server ended the connection')));
      client.on('notification', ({ payload = '', processId }) => {
        if (!POSITION.test(payload) || isNews(BigInt(payload), processId)) heard();
      });
      const ask = (): void => void client.query('select 1').catch(reject);
      const begin = async (): Promise<void> => {
        await client.connect();
        await client.query(`listen ${NEWS_CHANNEL}`);
        heard();
        pulse = setInterval(ask, PULSE_MS);
      };
      begin().catch(reject);
    });
  } finally {
    done.abort();
    clearInterval(pulse);
    const ended = client.end().catch(() => undefined);
    // The next connection does not wait for the end of a lost one.
    if (signal.aborted) await within(attemptMs(settings), ended).catch(() => undefined);
  }
}
