import { APP_SCHEMA } from '@fairmark/server';
import type { ClientBase } from 'pg';
import { tableSql, type Table } from '../backup/tables.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';

/** What a projector writes on an empty log, in its first second: no reason to call a database full. */
const BEGUN = `delete from ${APP_SCHEMA}.mail_checkpoint where position is null`;

/** Throws `Failed` when the product works on the database: it would go on with a log that is no more. */
export async function refuseOthers(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'fairmark %' and application_name not like 'fairmark ops %'
     order by 1`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name);
  throw new Failed(`Fairmark runs on this database (${names.join(', ')}). Stop it, then restore.`, names);
}

/**
 * Keeps everybody else from the tables until the transaction ends. Throws `Failed` unless they are empty, and says what is in them.
 */
export async function takeEmpty(client: ClientBase, tables: readonly Table[], logId: string): Promise<void> {
  const all = ['log.identity', 'log.events', ...tables.map(({ name }) => tableSql(name))];
  await client.query(`set local lock_timeout = '5s'; lock table ${all.join(', ')} in access exclusive mode; ${BEGUN}`);
  const found: string[] = [];
  for (const table of all.slice(1)) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${table}`);
    const count = BigInt(rows[0]?.rows ?? 0);
    if (count > 0n) found.push(`${counted(count, 'row')} in ${table.replaceAll('"', '')}`);
  }
  if (found.length === 0) return;
  const { rows } = await client.query<{ id: string }>('select id from log.identity');
  const same =
    rows[0]?.id === logId
      ? 'It holds the log of this very backup: if a restore was interrupted after it had loaded everything, run npm run rebuild.'
      : 'A backup is restored into an empty database only: make a new one, or start with another DATA_DIR.';
  throw new Failed(`The database is not empty: ${found.join(', ')}. ${same}`, found);
}
