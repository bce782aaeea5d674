import { AnchorUnreadable, readAnchor, writeAnchor } from '@fairmark/event-store';
import { APP_SCHEMA } from '@fairmark/server';
import type { Client } from 'pg';
import { AnchorsRefused, placeKey, type AnchorPlace, type AnchorSink, type MadeAnchor } from './anchor-sink.js';

/** An anchor as stored in its row, which may have been tampered with. */
export interface AnchorRow extends AnchorPlace {
  body: string;
}

/** The anchor in a row. Throws `AnchorsRefused` if it is unreadable or not the `original`. */
export function anchorIn({ part, to, body }: AnchorRow, original?: MadeAnchor): MadeAnchor {
  try {
    const anchor = readAnchor(body);
    if (original !== undefined && writeAnchor(original.anchor) !== body) {
      throw new AnchorUnreadable('it is not the original');
    }
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
    `select part, position::text as to, body from ${APP_SCHEMA}.anchors order by part desc, position desc limit 1`,
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

/** The text of the anchor at a place; null if there is none. */
export async function bodyAt(client: Client, { part, to }: AnchorPlace): Promise<string | null> {
  const { rows } = await client.query<{ body: string }>(
    `select body from ${APP_SCHEMA}.anchors where part = $1 and position = $2`,
    [part, to],
  );
  return rows[0]?.body ?? null;
}

/** The first anchors that a sink does not have yet, up to its batch size, and how many it lacks in all. */
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

/** The places of the anchors that a sink has, and of those that it does not have yet, in order. */
export async function placesOf(client: Client, name: string): Promise<{ kept: AnchorPlace[]; waiting: AnchorPlace[] }> {
  const { rows } = await client.query<AnchorPlace & { kept: boolean }>(
    `select part, position::text as to, $1 = any (kept_by) as kept from ${APP_SCHEMA}.anchors order by part, position`,
    [name],
  );
  const where = (isKept: boolean): AnchorPlace[] => rows.filter(({ kept }) => kept === isKept);
  return { kept: where(true), waiting: where(false) };
}

/** Records that a sink has kept anchors. Returns for how many of them that was new. */
export async function markKept(client: Client, name: string, anchors: readonly AnchorPlace[]): Promise<number> {
  const { rowCount } = await client.query(
    `update ${APP_SCHEMA}.anchors set kept_by = array_append(kept_by, $1)
     where concat(part, ' ', position) = any ($2::text[]) and not $1 = any (kept_by)`,
    [name, anchors.map(placeKey)],
  );
  return rowCount ?? 0;
}
