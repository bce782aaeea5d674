import { AnchorUnreadable, readAnchor, writeAnchor } from '@fairmark/event-store';
import { APP_SCHEMA } from '@fairmark/server';
import type { Client } from 'pg';
import { AnchorsRefused, placeKey, type AnchorPlace, type AnchorSink, type MadeAnchor } from './anchor-sink.js';

/** An anchor as stored in its row, which may have been tampered with. */
interface AnchorRow extends AnchorPlace {
  body: string;
}

/** A row's place, and whether a sink has the anchor. */
export interface StoredPlace extends AnchorPlace {
  kept: boolean;
}

const PLACE = 'part, position::text as to';

function anchorIn({ part, to, body }: AnchorRow): MadeAnchor {
  try {
    const anchor = readAnchor(body);
    if (anchor.to !== to) throw new AnchorUnreadable(`it ends at ${anchor.to}`);
    return { part, to, anchor };
  } catch (cause) {
    if (!(cause instanceof AnchorUnreadable)) throw cause;
    const which = `The database's copy of the anchor up to position ${to}`;
    throw new AnchorsRefused(`${which} was changed: ${cause.message}`, { cause });
  }
}

/** The last anchor that was made; null if there is none. Throws `AnchorsRefused` if its row was changed. */
export async function lastAnchor(client: Client): Promise<MadeAnchor | null> {
  const { rows } = await client.query<AnchorRow>(
    `select ${PLACE}, body from ${APP_SCHEMA}.anchors order by part desc, position desc limit 1`,
  );
  return rows[0] === undefined ? null : anchorIn(rows[0]);
}

/** Stores a new anchor. `keptBy`: names of sinks that already have it. */
export async function insertAnchor(client: Client, made: MadeAnchor, keptBy: readonly string[] = []): Promise<void> {
  await client.query(`insert into ${APP_SCHEMA}.anchors (part, position, body, kept_by) values ($1, $2, $3, $4)`, [
    made.part,
    made.to,
    writeAnchor(made.anchor),
    keptBy,
  ]);
}

/** Whether the row of an anchor holds another text; false without a row. */
export async function differsFromRow(client: Client, { part, to, anchor }: MadeAnchor): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from ${APP_SCHEMA}.anchors where part = $1 and position = $2 and body <> $3`,
    [part, to, writeAnchor(anchor)],
  );
  return rowCount === 1;
}

/** The first anchors that a sink lacks, at most one batch, and how many it lacks in all. Throws `AnchorsRefused`. */
export async function waitingFor(
  client: Client,
  { name, most }: AnchorSink,
): Promise<{ first: MadeAnchor[]; count: number }> {
  const { rows } = await client.query<AnchorRow & { count: number }>(
    `select ${PLACE}, body, count(*) over ()::int as count from ${APP_SCHEMA}.anchors
     where not $1 = any (kept_by) order by part, position limit $2`,
    [name, most],
  );
  return { first: rows.map(anchorIn), count: rows[0]?.count ?? 0 };
}

/** The places of all anchors, in order, and whether a sink has them. */
export async function placesOf(client: Client, name: string): Promise<StoredPlace[]> {
  const { rows } = await client.query<StoredPlace>(
    `select ${PLACE}, $1 = any (kept_by) as kept from ${APP_SCHEMA}.anchors order by part, position`,
    [name],
  );
  return rows;
}

/** Records that a sink has kept anchors. Throws `AnchorsRefused` if their rows no longer say that it lacks them. */
export async function markKept(client: Client, name: string, anchors: readonly AnchorPlace[]): Promise<void> {
  const { rowCount } = await client.query(
    `update ${APP_SCHEMA}.anchors set kept_by = array_append(kept_by, $1)
     where concat(part, ' ', position) = any ($2::text[]) and not $1 = any (kept_by)`,
    [name, anchors.map(placeKey)],
  );
  if (rowCount === anchors.length) return;
  throw new AnchorsRefused(
    `The database no longer holds the anchor up to position ${anchors.at(-1)?.to}, or no longer shows that ${name} lacks it: app.anchors was changed`,
  );
}
