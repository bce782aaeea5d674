import type { EventStore } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import type { RecordedEvent } from '@fairmark/events';
import { CLUBHOUSE_SCHEMA, CLUBHOUSE_TABLES, type ClubhouseRows } from '@fairmark/read-models';
import { Client } from 'pg';
import { FoldedCompetition } from './folded-competition.js';
import { FoldedMatch } from './folded-match.js';

type TableName = keyof ClubhouseRows;
/** The columns that identify a row of each table. */
const KEYS = Object.fromEntries(CLUBHOUSE_TABLES.map(({ name, key }) => [name, key]));
type Row = Readonly<Record<string, unknown>>;
/** Called for each row of a table. */
export type AddRow = (table: TableName, row: Row) => void;

/**
 * Every difference between the tables and the log, a sentence each; empty when they agree. The projector must have reached
 * the log's end. Done in the plainest way: all at once, in memory, without code of the projector.
 */
export async function compareClubhouse(databaseUrl: string, store: EventStore): Promise<string[]> {
  const expected = rowsOf(await wholeLog(store));
  const client = new Client({ connectionString: databaseUrl, options: '-c timezone=UTC' });
  await client.connect();
  try {
    const parked = await client.query<{ stream: string; error: string }>(
      `select stream, error from ${CLUBHOUSE_SCHEMA}.parked_events order by position`,
    );
    const found = new Map<string, Row>();
    for (const table of Object.keys(KEYS)) {
      const { rows } = await client.query<{ row: Row }>(`select to_json(t) as row from ${CLUBHOUSE_SCHEMA}.${table} t`);
      for (const { row } of rows) found.set(nameOf(table, row), row);
    }
    return [...parked.rows.map(({ stream, error }) => `parked: ${stream}: ${error}`), ...differences(expected, found)];
  } finally {
    await client.end();
  }
}

/** The rows of a log, by their names. */
function rowsOf(events: readonly RecordedEvent[]): Map<string, Row> {
  const streams = new Map<string, { revision: bigint; fold: FoldedMatch | FoldedCompetition }>();
  for (const event of events) {
    const [kind] = event.stream.split('-');
    if (kind !== 'match' && kind !== 'competition') continue;
    const known = streams.get(event.stream);
    const { revision, fold } = known ?? {
      revision: -1n,
      fold: kind === 'match' ? new FoldedMatch() : new FoldedCompetition(),
    };
    // Some test logs return events twice.
    if (event.revision <= revision) continue;
    fold.apply(event);
    streams.set(event.stream, { revision: event.revision, fold });
  }
  const rows = new Map<string, Row>();
  for (const { fold } of streams.values()) fold.addRows((table, row) => rows.set(nameOf(table, row), row));
  return rows;
}

function nameOf(table: string, row: Row): string {
  return [table, ...(KEYS[table] ?? []).map((column) => String(row[column]))].join(' ');
}

function differences(expected: ReadonlyMap<string, Row>, found: ReadonlyMap<string, Row>): string[] {
  const lines = [...found.keys()].filter((name) => !expected.has(name)).map((name) => `${name} is not in the log`);
  for (const [name, row] of expected) {
    const there = found.get(name);
    if (there === undefined) lines.push(`${name} is missing`);
    for (const column of there === undefined ? [] : new Set([...Object.keys(row), ...Object.keys(there)])) {
      const [is, should] = [plain(there?.[column]), plain(row[column])];
      // Computed from the other rows, or a column that a later build added, which this build leaves empty.
      const other = !(column in row) && (column === 'standings' || there?.[column] === null);
      if (is !== should && !other) lines.push(`${name}: ${column} is ${is}, the log says ${should}`);
    }
  }
  return lines;
}

/** As text; times as in the log. */
function plain(value: unknown): string | undefined {
  const isMoment = typeof value === 'string' && value.endsWith('+00:00');
  return JSON.stringify(isMoment ? new Date(value).toISOString() : value);
}
