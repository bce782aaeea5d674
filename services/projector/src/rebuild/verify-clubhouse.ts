import type { EventStore } from '@fairmark/event-store';
import { idOfStream } from '@fairmark/events';
import { CLUBHOUSE_NEXT, CLUBHOUSE_SCHEMA, CLUBHOUSE_TABLES, type Table } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import type { ClientBase } from 'pg';
import { readParked, readPlace } from '../clubhouse/place.js';
import { wrongStandings } from '../competitions/standings.js';
import { CannotVerify, RebuildStopped } from '../log-reader/errors.js';
import { logUpTo, pagesToEnd } from '../log-reader/log-pages.js';
import { build, follow, withNextTables, type RebuildOptions, type Work } from './build-tables.js';

/** The result of comparing the live tables with new ones. */
export interface Comparison {
  rows: number;
  /** Number of rows that are missing, not in the log, or have other values. */
  differing: number;
  differences: string[];
}

/** Options as for a rebuild, but an aborted signal rejects with its reason. */
export type VerifyOptions = Omit<RebuildOptions, 'logger' | 'compare'>;

export interface VerifyResult extends Comparison {
  events: number;
  position: bigint | null;
  /** Number of blocked streams, whose rows were left out. */
  parked: number;
  /** False if an event cannot be applied, so that nothing was compared. */
  complete: boolean;
}

/**
 * Builds tables beside the live ones and compares every row, except of streams that are blocked. Rejects with
 * `RebuildRuns` while a rebuild or verification runs, and with `CannotVerify` for tables of another log.
 */
export async function verifyClubhouse(options: VerifyOptions): Promise<VerifyResult> {
  const logger = createLogger('verification', 'silent');
  return withNextTables({ ...options, logger }, async (work) => {
    const { tables, store, signal } = work;
    signal.throwIfAborted();
    const { position, blocked } = await tables.snapshot(async (client) => ({
      position: await livePosition(client, work),
      blocked: [...(await readParked(client, CLUBHOUSE_SCHEMA)).keys()],
    }));
    const [head, end, parked] = [(await store.head()) ?? 0n, position ?? 0n, blocked.length];
    if (head < end) throw new CannotVerify(`The log ends at ${head}, but the tables are at ${end}: rebuild them`);
    try {
      const events = await build({ ...work, log: logUpTo(store, end, blocked) });
      const { found, ...compared } = await compareAt(work, blocked);
      return { ...compared, events: events + compared.events, parked, ...found, complete: true };
    } catch (error) {
      if (!(error instanceof RebuildStopped)) throw error;
      const rows = await tables.snapshot((client) => countRows(client, CLUBHOUSE_SCHEMA));
      const differences = [`A stream cannot be folded: ${error.message}`];
      return { events: 0, rows, position: end, parked, differing: 1, differences, complete: false };
    }
  });
}

const REPORTED_MAX = 50;

/**
 * VERIFYING: brings the new tables to the live ones' position and compares both in one snapshot, without the streams
 * `blocked` and those with events between both positions, as live ones may advance. Throws `CannotVerify`.
 */
export async function compareAt(work: Work, blocked: readonly string[] = []) {
  const { tables, store, log, progress } = work;
  progress.enter('CATCHING_UP');
  const live = await tables.snapshot((client) => livePosition(client, work));
  const events = await follow({ ...work, log: logUpTo(log, live ?? 0n, blocked) });
  progress.enter('VERIFYING');
  return tables.snapshot(async (client) => {
    const position = await livePosition(client, work);
    const except = new Set([...blocked, ...(await streamsBetween(work, position ?? 0n))]);
    const ids = Array.from(except, idOfStream);
    return { found: await compareTables(client, store, ids), position, events };
  });
}

/** The live tables' position; null if nothing was ever applied. Throws `CannotVerify` if they belong to another log. */
async function livePosition(client: ClientBase, { logId }: Work): Promise<bigint | null> {
  const place = await readPlace(client, CLUBHOUSE_SCHEMA);
  if (place === null || place.logId === logId) return place?.position ?? null;
  throw new CannotVerify(`The tables were built from log ${place.logId}, but this log is ${logId}: rebuild them`);
}

async function streamsBetween({ log, tables, pageSize, signal }: Work, live: bigint): Promise<string[]> {
  const next = tables.position ?? 0n;
  const [after, end] = next < live ? [next, live] : [live, next];
  const streams = [];
  for await (const page of pagesToEnd(logUpTo(log, end), { after, pageSize, signal })) {
    streams.push(...page.map(({ stream }) => stream));
  }
  signal.throwIfAborted();
  return streams;
}

async function compareTables(client: ClientBase, store: EventStore, except: readonly string[]): Promise<Comparison> {
  const found: Comparison = { rows: await countRows(client, CLUBHOUSE_SCHEMA), differing: 0, differences: [] };
  for (const table of CLUBHOUSE_TABLES) {
    const { rows } = await client.query<{ difference: string; differing: number }>(differencesIn(table), [except]);
    found.differing += rows[0]?.differing ?? 0;
    found.differences.push(...rows.map(({ difference }) => difference));
  }
  const wrong = await wrongStandings(client, store);
  const differences = [...found.differences, ...wrong].slice(0, REPORTED_MAX);
  return { ...found, differing: found.differing + wrong.length, differences };
}

export async function countRows(client: ClientBase, schema: string): Promise<number> {
  const counts = CLUBHOUSE_TABLES.map(({ name }) => `(select count(*)::int from ${schema}.${name})`);
  const { rows } = await client.query<{ rows: number }>(`select ${counts.join(' + ')} as rows`);
  return rows[0]?.rows ?? 0;
}

/** Describes the first rows that differ, and counts all. Standings are compared apart: new tables have none yet. */
function differencesIn({ name, key, columns }: Table): string {
  const compared = Object.keys(columns).filter((column) => column !== 'standings');
  const values = (of: string): string => compared.map((column) => `${of}.${column}`).join(', ');
  const id = name === 'competitions' ? 'competition_id' : 'match_id';
  return `select differing, '${name} ' || row_key || case
      when live is null then ' is missing'
      when next is null then ' is not in the log'
      else ': ' || (
        select string_agg(format('%s is %s, the log says %s', key, old.value, new.value), '; ')
        from json_each(live) as old join json_each(next) as new using (key)
        where old.value::text <> new.value::text and key <> 'standings')
    end as difference
    from (
      select concat_ws(' ', ${key.join(', ')}) as row_key, to_json(live) as live, to_json(next) as next,
        (count(*) over ())::int as differing
      from ${CLUBHOUSE_SCHEMA}.${name} as live full join ${CLUBHOUSE_NEXT}.${name} as next using (${key.join(', ')})
      where (${values('live')}) is distinct from (${values('next')})
        and coalesce(live.${id}, next.${id})::text <> all ($1)
      order by 1 limit ${REPORTED_MAX}
    ) as pair`;
}
