import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { end, type Connection } from './connection.js';
import { newsRequest } from './messages.js';

/** Listens for new events over one call, until it ends, fails or is silent for too long (see `Listen`). */
export async function listen(connection: Connection, notify: () => void, signal: AbortSignal): Promise<void> {
  const { prefixes, silenceMs } = connection.settings;
  const call = await connection.openRead(newsRequest(prefixes));
  const done = new AbortController();
  let silenceTimer: NodeJS.Timeout | undefined;
  try {
    if (signal.aborted) return;
    await new Promise<void>((resolve, reject) => {
      silenceTimer = setTimeout(resolve, silenceMs);
      signal.addEventListener('abort', () => resolve(), { signal: done.signal });
      call.on('error', reject);
      call.on('end', () => reject(new Error('The server ended the subscription')));
      call.on('data', (answer: ReadResp) => {
        silenceTimer?.refresh();
        // The server sends checkpoints while it skips events of other logs: a sign of life, but no news.
        if (!answer.hasCheckpoint()) notify();
      });
    });
  } finally {
    done.abort();
    clearTimeout(silenceTimer);
    end(call);
  }
}
