import { randomUUID } from 'node:crypto';
import { WrongExpectedVersionError } from '@eventstore/db-client';
import type { Connection } from './connection.js';

/** The stream that holds the log's id, in its first event. No stream of the log: nobody who reads the log sees it. */
const STREAM = 'fairmark-log';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The id of the log under a namespace. The first who asks creates it, with "no stream" expected, so that of any number who ask at
 * the same time one decides it.
 */
export async function identify(connection: Connection, namespace: string): Promise<string> {
  const stream = namespace + STREAM;
  const found = await idIn(connection, stream);
  if (found !== null) return found;
  const id = randomUUID();
  try {
    await connection.start(stream, { id, type: 'LogCreated', data: { logId: id } });
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
  const created = await idIn(connection, stream);
  if (created === null) throw new Error(`${stream} holds nothing after it was written`);
  return created;
}

async function idIn(connection: Connection, stream: string): Promise<string | null> {
  const [first] = await connection.readStream(stream, 0n, 1);
  if (first === undefined) return null;
  const data = first.event?.data;
  const id: unknown = typeof data === 'object' && 'logId' in data ? data.logId : undefined;
  if (first.event?.revision !== 0n || typeof id !== 'string' || !UUID.test(id)) {
    throw new Error(`${stream} does not begin with a log's id`);
  }
  return id;
}
