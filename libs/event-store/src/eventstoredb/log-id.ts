import { randomUUID } from 'node:crypto';
import type { BatchWriter } from './batch-writer.js';
import type { Connection } from './connection.js';
import { streamRequest } from './messages.js';
import { dataOf } from './records.js';

/** This stream's first event holds the log's id. It is not part of the log, so readers of the log never see it. */
const STREAM = 'fairmark-log';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Reads or creates the id of a namespace's log. Creation expects "no stream", so of concurrent callers one wins. */
export async function readOrCreateLogId(connection: Connection, writer: BatchWriter): Promise<string> {
  const stream = connection.settings.namespace + STREAM;
  const found = await readLogId(connection, stream);
  if (found !== null) return found;
  const id = randomUUID();
  await writer.append(stream, -1n, [{ id, type: 'LogCreated', data: JSON.stringify({ logId: id }), metadata: null }]);
  const created = await readLogId(connection, stream);
  if (created === null) throw new Error(`${stream} is empty after an append`);
  return created;
}

async function readLogId(connection: Connection, stream: string): Promise<string | null> {
  const [first] = await connection.read(streamRequest(stream, 0n, 1));
  if (first === undefined) return null;
  const data = dataOf(first);
  const id = typeof data === 'object' && data !== null && 'logId' in data ? data.logId : undefined;
  if (typeof id !== 'string' || !UUID.test(id)) throw new Error(`${stream} does not begin with a log's id`);
  return id;
}
