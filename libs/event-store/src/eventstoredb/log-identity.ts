import { randomUUID } from 'node:crypto';
import type { BatchWriter } from './batch-writer.js';
import type { Connection } from './connection.js';
import { streamRequest } from './messages.js';
import { dataOf } from './records.js';

/** Holds the log's id in its first event. Not a stream of the log: its readers never see it. */
const STREAM = 'fairmark-log';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The id of the log under a namespace. The first who asks creates it, with "no stream" expected, so
 * that of any number who ask at the same time one decides it.
 */
export async function identify(connection: Connection, writer: BatchWriter): Promise<string> {
  const stream = connection.settings.namespace + STREAM;
  const found = await idIn(connection, stream);
  if (found !== null) return found;
  const id = randomUUID();
  await writer.append(stream, -1n, [{ id, type: 'LogCreated', data: JSON.stringify({ logId: id }), metadata: null }]);
  const created = await idIn(connection, stream);
  if (created === null) throw new Error(`${stream} holds nothing after it was written`);
  return created;
}

async function idIn(connection: Connection, stream: string): Promise<string | null> {
  const [first] = await connection.read(streamRequest(stream, 0n, 1));
  if (first === undefined) return null;
  const data = dataOf(first);
  const id = typeof data === 'object' && data !== null && 'logId' in data ? data.logId : undefined;
  if (typeof id !== 'string' || !UUID.test(id)) throw new Error(`${stream} does not begin with a log's id`);
  return id;
}
