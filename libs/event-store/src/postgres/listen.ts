import { Client } from 'pg';
import type { Listen } from '../port/log-store.js';
import { within } from '../port/retry.js';
import { attemptMs } from '../port/append.js';
import { clientConfig, type Settings } from './connection.js';
import { NEWS_CHANNEL } from './schema.js';

/** Interval of the query that detects a silently dead connection; until then, subscriptions find news by polling. */
const HEARTBEAT_MS = 5_000;
const POSITION = /^\d+$/;

/**
 * Listens over one connection until it is lost or the signal aborts (see `Listen`).
 *
 * @param isNews whether an announcement may concern new events; receives the log's new head and the process id of the
 *   backend that wrote it
 */
export async function listen(
  settings: Settings,
  isNews: (position: bigint, writer: number) => boolean,
  ...[notify, signal]: Parameters<Listen>
): Promise<void> {
  const client = new Client(clientConfig(settings, 'listen'));
  const done = new AbortController();
  let heartbeat: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(), { signal: done.signal });
      client.on('error', reject);
      client.on('end', () => reject(new Error('The server ended the connection')));
      client.on('notification', ({ payload = '', processId }) => {
        if (!POSITION.test(payload) || isNews(BigInt(payload), processId)) notify();
      });
      const ping = (): void => void client.query('select 1').catch(reject);
      const connect = async (): Promise<void> => {
        await client.connect();
        await client.query(`listen ${NEWS_CHANNEL}`);
        notify();
        heartbeat = setInterval(ping, HEARTBEAT_MS);
      };
      connect().catch(reject);
    });
  } finally {
    done.abort();
    clearInterval(heartbeat);
    const ended = client.end().catch(() => undefined);
    // Only closing the store waits for the connection to end; a reconnect does not.
    if (signal.aborted) await within(attemptMs(settings), ended).catch(() => undefined);
  }
}
