import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { end, type Connection } from './connection.js';
import { newsRequest } from './messages.js';

/** Listens for new events over one call, until it ends, fails, or says nothing for too long (see `Listen`). */
export async function listen(connection: Connection, heard: () => void, signal: AbortSignal): Promise<void> {
  const { prefixes, silenceMs } = connection.settings;
  const call = await connection.follow(newsRequest(prefixes));
  const done = new AbortController();
  let silence: NodeJS.Timeout | undefined;
  try {
    if (signal.aborted) return;
    await new Promise<void>((resolve, reject) => {
      silence = setTimeout(resolve, silenceMs);
      signal.addEventListener('abort', () => resolve(), { signal: done.signal });
      call.on('error', reject);
      call.on('end', () => reject(new Error('The server ended the subscription')));
      call.on('data', (answer: ReadResp) => {
        silence?.refresh();
        // A checkpoint says how far the server has looked at events of others: a sign of life.
        if (!answer.hasCheckpoint()) heard();
      });
    });
  } finally {
    done.abort();
    clearTimeout(silence);
    end(call);
  }
}
