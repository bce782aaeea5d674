import { APP_SCHEMA, type Queries } from '@fairmark/server';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { LogFault } from './chain-scan.js';

/**
 * The highest position of a log that read models or mails have processed; null if none. Read it before the log's head,
 * which can only be lower if the last events were removed.
 */
export async function followedTo(database: Queries, logId: string): Promise<bigint | null> {
  const { rows: there } = await database.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where to_regclass(name) is not null`,
    [[`${CLUBHOUSE_SCHEMA}.checkpoint`, `${APP_SCHEMA}.mail_checkpoint`]],
  );
  let furthest: bigint | null = null;
  for (const { name } of there) {
    const { rows } = await database.query<{ position: string }>(
      `select position::text from ${name} where log_id = $1 and position is not null`,
      [logId],
    );
    const position = BigInt(rows[0]?.position ?? 0);
    if (position > (furthest ?? 0n)) furthest = position;
  }
  return furthest;
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
