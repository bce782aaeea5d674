import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { bareClubhouse, CLUBHOUSE_TABLES, CLUBHOUSE_SCHEMA, clubhouseKeys } from '@fairmark/read-models';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { withClient } from '../run/server.js';

const SCHEMA = 'bench_copy';

/**
 * The floor of every rebuild of these tables: their finished rows are loaded from memory into bare tables, which then
 * get their keys and indexes. Returns only the milliseconds of that.
 */
export function copyRows(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const rows = new Map<string, Buffer>();
    for (const { name } of CLUBHOUSE_TABLES) rows.set(name, await copyOut(client, name));
    await client.query(`drop schema if exists ${SCHEMA} cascade`);
    await client.query('checkpoint');
    const started = performance.now();
    await client.query(bareClubhouse(SCHEMA));
    for (const [name, text] of rows) await load(client, name, text);
    for (const statement of clubhouseKeys(SCHEMA)) await client.query(statement);
    const milliseconds = performance.now() - started;
    await client.query(`drop schema ${SCHEMA} cascade`);
    return milliseconds;
  });
}

async function copyOut(client: Client, table: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`copy ${CLUBHOUSE_SCHEMA}.${table} to stdout`))) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

const CHUNK = 1_000_000;

async function load(client: Client, table: string, text: Buffer): Promise<void> {
  const into = client.query(copyFrom(`copy ${SCHEMA}.${table} from stdin`));
  for (let at = 0; at < text.length; at += CHUNK) {
    if (!into.write(text.subarray(at, at + CHUNK))) await once(into, 'drain');
  }
  into.end();
  await finished(into);
}
