import { eventually } from '@fairmark/events/testing/eventually';
import { freePort } from '@fairmark/tools';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Client } from 'pg';
import type { Child, Children } from '../run/children.js';
import { Line } from '../system/line.js';
import { projected, ready, serviceEnvironment } from '../system/product.js';
import { addCompetitions } from './competitions.js';
import { DISTRICT, fillRounds } from './fill.js';
import { chooseCast, type Cast, type FromApi, type ToApi } from './kinds.js';

const STORED_WITHIN_MS = 300_000;

/** A filled database with a projector and an api running on it, as in the product. */
export interface Stand {
  /** Number of stored rounds. */
  rounds: number;
  /** Bytes of the clubhouse's tables and indexes. */
  bytes: number;
  /** A connection for each client. */
  lines: Line[];
  cast: Cast;
  stop(): Promise<void>;
}

/** Fills a copy of the patterns' database and starts the processes on it. */
export async function openStand(
  children: Children,
  url: string,
  options: { rounds: number; clients: number },
): Promise<Stand> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const running: Child[] = [];
  const lines: Line[] = [];
  const stop = async (): Promise<void> => {
    await client.end();
    await Promise.all(lines.map((line) => line.close()));
    await Promise.all(running.map((child) => child.stop()));
  };
  try {
    await fillRounds(client, options.rounds / DISTRICT.rounds);
    await addCompetitions(client, url);
    const port = await freePort();
    const env = { ...serviceEnvironment(url), RATE_LIMIT_SCALE: '1000000' };
    running.push(children.start('projector', { ...env, PORT: '1' }));
    await projected(url);
    const stored = `select count(*) = count(standings) as stored from ${CLUBHOUSE_SCHEMA}.competitions`;
    const isStored = async () => (await client.query<{ stored: boolean }>(stored)).rows[0]?.stored === true;
    await eventually(isStored, 'the tables of all competitions are stored', STORED_WITHIN_MS);
    // Autovacuum would have done this in the year in which these rounds were played.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    const api = children.start('queries-api', { ...env, PORT: String(port) });
    running.push(api);
    await ready(api, port);
    const cast = await chooseCast(client, async (userIds) => {
      api.send({ signIn: userIds } satisfies ToApi);
      return (await api.answer<FromApi>()).tokens;
    });
    lines.push(...Array.from({ length: options.clients }, () => new Line(port)));
    return { ...(await sizeOf(client)), lines, cast, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sizeOf(client: Client): Promise<Pick<Stand, 'rounds' | 'bytes'>> {
  const { rows } = await client.query<{ rounds: number; bytes: number }>(
    `select (select count(*)::int from ${CLUBHOUSE_SCHEMA}.rounds) as rounds,
            sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relnamespace = '${CLUBHOUSE_SCHEMA}'::regnamespace and relkind = 'r'`,
  );
  return { rounds: rows[0]?.rounds ?? 0, bytes: rows[0]?.bytes ?? 0 };
}
