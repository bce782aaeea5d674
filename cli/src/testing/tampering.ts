import { eventHash, type RecordedEvent } from '@fairmark/events';
import type { Pool } from 'pg';

/** How thorough a forger of a log is. */
export interface Thoroughness {
  /** Whether positions and revisions are made gapless again. */
  renumber?: boolean;
  /** Whether every hash, and with it the chains, is recomputed. */
  recompute?: boolean;
}

/** Replaces the log in the database as its superuser can, bypassing every trigger. */
export async function overwriteLog(pool: Pool, events: readonly RecordedEvent[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin; alter table log.events disable trigger all; delete from log.events');
    await client.query(
      `insert into log.events (position, stream, revision, id, type, data, metadata)
       select * from unnest ($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::jsonb[], $7::jsonb[])`,
      [
        events.map(({ position }) => position),
        events.map(({ stream }) => stream),
        events.map(({ revision }) => revision),
        events.map(({ id }) => id),
        events.map(({ type }) => type),
        events.map(({ data }) => JSON.stringify(data)),
        events.map(({ metadata }) => JSON.stringify(metadata)),
      ],
    );
    await client.query('alter table log.events enable always trigger unchangeable; commit');
  } finally {
    client.release();
  }
}

/** Changed events as a forger covers them up. */
export function covered(events: readonly RecordedEvent[], { renumber, recompute }: Thoroughness): RecordedEvent[] {
  const numbered = renumber === true ? renumbered(events) : [...events];
  return recompute === true ? recomputed(numbered) : numbered;
}

function renumbered(events: readonly RecordedEvent[]): RecordedEvent[] {
  const next = new Map<string, bigint>();
  return events.map((event, at) => {
    const revision = next.get(event.stream) ?? 0n;
    next.set(event.stream, revision + 1n);
    return { ...event, position: BigInt(at + 1), revision };
  });
}

function recomputed(events: readonly RecordedEvent[]): RecordedEvent[] {
  const tails = new Map<string, string>();
  return events.map((event) => {
    const metadata = { ...event.metadata, prevHash: tails.get(event.stream) ?? null };
    const hash = eventHash({ ...event, metadata });
    tails.set(event.stream, hash);
    return { ...event, metadata: { ...metadata, hash } };
  });
}
