import { APP_SCHEMA, type Queries } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { LogFault } from './chain-scan.js';

/**
 * The highest position of a log that read models or mails have processed; null if none. Read it before the log's head,
 * which can only be lower if the last events were removed.
 */
export async function followedTo(database: Queries, logId: string): Promise<bigint | null> {
  const { rows } = await database.query<{ position: string | null }>(
    `select max(position)::text as position from (
       select log_id, position from ${CLUBHOUSE_SCHEMA}.checkpoint
       union all select log_id, position from ${APP_SCHEMA}.mail_checkpoint
     ) as followers where log_id = $1`,
    [logId],
  );
  const position = rows[0]?.position ?? null;
  return position === null ? null : BigInt(position);
}

/** The fault of a log that ends before a position that tables, mails or anchors have reached; null if it does not. */
export function shortFault(
  head: bigint | null,
  known: bigint | null,
  by = "Fairmark's tables or mails were made from",
): LogFault | null {
  if (known === null || known <= (head ?? 0n)) return null;
  const how = `${by} events up to position ${known}, but the log ends at ${head ?? 0n}`;
  return { what: 'REMOVED', position: (head ?? 0n) + 1n, stream: null, revision: null, id: null, how };
}
