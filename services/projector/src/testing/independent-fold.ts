import type { EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { withReader } from '../verify/connection.js';
import { openStream, type OpenStream } from '../verify/folded-stream.js';
import { readRows } from '../verify/read-tables.js';
import { differencesOf, noRows, type TableRows } from '../verify/tables.js';

/**
 * Every difference between the tables and the log, one sentence each; empty when they agree. The projector must have reached
 * the log's end. The plainest way: everything at once, in memory.
 */
export async function compareClubhouse(databaseUrl: string, store: EventStore): Promise<string[]> {
  const expected = foldLog(await wholeLog(store));
  return withReader(databaseUrl, async (client) => {
    const found = await readRows(client, CLUBHOUSE_SCHEMA, 'all');
    const { rows } = await client.query<{ stream: string; error: string }>(
      `select stream, error from ${CLUBHOUSE_SCHEMA}.parked_events order by position`,
    );
    const parked = rows.map(({ stream, error }) => `parked: ${stream}: ${error}`);
    return [...parked, ...differencesOf(expected, found).map(({ words }) => words)];
  });
}

/** The rows that a log makes. */
export function foldLog(events: readonly RecordedEvent[]): TableRows {
  const streams = new Map<string, OpenStream>();
  for (const event of events) {
    const stream = streams.get(event.stream) ?? openStream(event.stream);
    if (stream === null) continue;
    streams.set(event.stream, stream);
    // Some logs of tests hand events out twice.
    if (event.revision > stream.revision) stream.apply(event);
  }
  const rows = noRows();
  for (const stream of streams.values()) stream.addRows(rows);
  return rows;
}
