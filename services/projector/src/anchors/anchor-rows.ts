import { readAnchor, writeAnchor } from '@fairmark/event-store';
import { ADVISORY_LOCKS, APP_SCHEMA } from '@fairmark/server';
import type { Client } from 'pg';
import { placeKey, type AnchorPlace, type AnchorSink, type MadeAnchor } from './anchor-sink.js';

/** Asks to be the one that anchors, without waiting. The session that is has it to its end. */
export async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    ...ADVISORY_LOCKS.anchorer,
  ]);
  return rows[0]?.locked === true;
}

/** The last anchor that was made; null: none. */
export async function lastAnchor(client: Client): Promise<MadeAnchor | null> {
  const { rows } = await client.query<{ part: number; body: string }>(
    `select part, body from ${APP_SCHEMA}.anchors order by part desc, position desc limit 1`,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const anchor = readAnchor(row.body);
  return { part: row.part, to: anchor.to, anchor };
}

/** Writes a new anchor down. `keptBy`: who has it already. */
export async function insertAnchor(client: Client, made: MadeAnchor, keptBy: readonly string[] = []): Promise<void> {
  await client.query(`insert into ${APP_SCHEMA}.anchors (part, position, body, kept_by) values ($1, $2, $3, $4)`, [
    made.part,
    made.to,
    writeAnchor(made.anchor),
    keptBy,
  ]);
}

/** The text of the anchor at a place; null: there is none. */
export async function bodyAt(client: Client, { part, to }: AnchorPlace): Promise<string | null> {
  const { rows } = await client.query<{ body: string }>(
    `select body from ${APP_SCHEMA}.anchors where part = $1 and position = $2`,
    [part, to],
  );
  return rows[0]?.body ?? null;
}

/** An anchor as its row has it, where it may have been changed. */
export interface AnchorRow extends AnchorPlace {
  body: string;
}

/** The first anchors that a sink does not have yet, and how many there are in all. */
export async function waitingFor(
  client: Client,
  { name, most }: AnchorSink,
): Promise<{ first: AnchorRow[]; count: number }> {
  const { rows } = await client.query<AnchorRow & { count: number }>(
    `select part, position::text as to, body, count(*) over ()::int as count from ${APP_SCHEMA}.anchors
     where not $1 = any (kept_by) order by part, position limit $2`,
    [name, most],
  );
  return { first: rows, count: rows[0]?.count ?? 0 };
}

/** Where the anchors end that a sink has, and those that it does not have yet, in order. */
export async function placesOf(client: Client, name: string): Promise<{ kept: AnchorPlace[]; waiting: AnchorPlace[] }> {
  const { rows } = await client.query<AnchorPlace & { kept: boolean }>(
    `select part, position::text as to, $1 = any (kept_by) as kept from ${APP_SCHEMA}.anchors order by part, position`,
    [name],
  );
  const those = (wanted: boolean): AnchorPlace[] => rows.filter(({ kept }) => kept === wanted);
  return { kept: those(true), waiting: those(false) };
}

/** Notes that a sink has anchors. Answers of how many that was not known yet. */
export async function markKept(client: Client, name: string, anchors: readonly AnchorPlace[]): Promise<number> {
  const { rowCount } = await client.query(
    `update ${APP_SCHEMA}.anchors set kept_by = array_append(kept_by, $1)
     where concat(part, ' ', position) = any ($2::text[]) and not $1 = any (kept_by)`,
    [name, anchors.map(placeKey)],
  );
  return rowCount ?? 0;
}
