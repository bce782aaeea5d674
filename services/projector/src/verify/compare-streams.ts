import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { ClientBase } from 'pg';
import { idOf, openStream, Unfoldable, type OpenStream } from './folded-stream.js';
import { readRows } from './read-tables.js';
import { differencesOf, noRows, type RowDifference } from './tables.js';

/** Something that is not as the log says, and in which stream. */
export interface Difference {
  stream: string;
  words: string;
  /** The row; without one it is about the stream. */
  row?: RowDifference;
}

/** Compares the rows of some streams with what they were folded to. */
export async function compareStreams(
  client: ClientBase,
  schema: string,
  streams: readonly OpenStream[],
): Promise<Difference[]> {
  if (streams.length === 0) return [];
  const differences: Difference[] = [];
  const expected = noRows();
  const names = new Map<string, string>();
  for (const stream of streams) {
    names.set(idOf(stream.name), stream.name);
    try {
      stream.addRows(expected);
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error;
      differences.push({ stream: stream.name, words: `${stream.name} cannot be folded: ${error.message}` });
    }
  }
  const found = await readRows(client, schema, [...names.values()]);
  for (const row of differencesOf(expected, found)) {
    differences.push({ stream: names.get(row.id) ?? row.id, words: row.words, row });
  }
  return differences;
}

/** Up to where a stream is folded. */
export interface FoldLimit {
  /** The last event of the log that counts. */
  position: bigint;
  /** The first revision that does not count. */
  revision: bigint | null;
}

const PAGE = 1_000;

/**
 * Folds a stream anew; `trouble`: why it cannot be folded further, although it should. Null for a stream that makes no rows.
 */
export async function foldAgain(
  store: EventStore,
  name: string,
  limit: FoldLimit,
): Promise<{ stream: OpenStream; trouble: string | null } | null> {
  const stream = openStream(name);
  if (stream === null) return null;
  const counts = ({ position, revision }: RecordedEvent): boolean =>
    position <= limit.position && (limit.revision === null || revision < limit.revision);
  try {
    for (;;) {
      const page = await store.readStream(name, stream.revision + 1n, { limit: PAGE });
      page.filter(counts).forEach((event) => stream.apply(event));
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE || !counts(last)) return { stream, trouble: null };
    }
  } catch (error) {
    if (!(error instanceof Unfoldable)) throw error;
    return { stream, trouble: `${name} cannot be folded: ${error.message}` };
  }
}
