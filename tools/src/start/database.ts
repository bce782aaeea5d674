import path from 'node:path';
import { withDatabase, type Queries } from '@fairmark/server/database/queries';
import { freeBytesIn } from '@fairmark/server/disk/disks';
import { clusterFolder } from '../postgres/cluster.js';
import type { EmbeddedPostgres } from '../postgres/postgres.js';
import { StartProblem } from '../system/problem.js';

/** The database of the product on its Postgres. */
const DATABASE = 'fairmark';

/** On a slow disk, while other starts write too. */
const TIMEOUTS = { connectionTimeoutMillis: 60_000, statement_timeout: 300_000, query_timeout: 310_000 };

/** A first start writes 60 MB. */
const ROOM_BYTES = 100_000_000;

/** Creates the product's database if it does not exist, and returns its address. */
export function createDatabase(server: EmbeddedPostgres): Promise<string> {
  const create = async (client: Queries): Promise<string> => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    return server.url(DATABASE);
  };
  return withDatabase(server.url('postgres'), create, TIMEOUTS);
}

/** The error of a start, with what to do if the data folder cannot be used or the disk of its database is full. */
export async function withAdvice(error: unknown, dataDir: string): Promise<unknown> {
  const { code = '', message, path: place } = error as NodeJS.ErrnoException;
  if (
    /^(EACCES|EEXIST|ENOENT|ENOTDIR|EPERM|EROFS)$/.test(code) &&
    place &&
    (place.startsWith(dataDir) || dataDir.startsWith(place))
  ) {
    return new StartProblem(`${message}\nUse the account that owns the data folder, or set DATA_DIR to another folder`);
  }
  const folder = path.dirname(clusterFolder(path.join(dataDir, 'postgres')));
  const free = await freeBytesIn(folder).catch(() => Infinity);
  if (!(error instanceof Error) || free >= ROOM_BYTES) return error;
  const room = `Only ${Math.floor(free / 1_000_000)} MB are free on the disk of ${folder}`;
  return new StartProblem(`${error.message}\n${room}: make room there, or set DATA_DIR to a folder on another disk`, {
    cause: error,
  });
}
