import { eventually } from '@fairmark/events/testing/eventually';
import { Service } from '@fairmark/e2e/support/stack';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Client } from 'pg';
import { serviceEnvironment, startApiProcess, type ApiProcess } from './api-process.js';
import { Clients } from './clients.js';
import { addCompetitions } from './competitions.js';
import { DISTRICT, fillRounds } from './fill.js';
import { chooseCast, type Cast } from './kinds.js';

const PROJECTED_WITHIN_MS = 120_000;

/** A filled database with a projector and an api running on it, as in the product. */
export interface Stand {
  /** Number of stored rounds. */
  rounds: number;
  /** Bytes of the clubhouse's tables and indexes. */
  bytes: number;
  clients: Clients;
  cast: Cast;
  stop(): Promise<void>;
}

/** Fills a copy of the patterns' database and starts the processes on it. */
export async function openStand(url: string, options: { rounds: number; clients: number }): Promise<Stand> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const projector = new Service('projector', { ...serviceEnvironment(url), PORT: '1', LOG_LEVEL: 'warn' });
  let api: ApiProcess | null = null;
  const stop = async (): Promise<void> => {
    await client.end();
    await api?.stop();
    await projector.kill('SIGTERM');
  };
  try {
    await fillRounds(client, options.rounds / DISTRICT.rounds);
    await addCompetitions(client, url);
    projector.start();
    await eventually(
      () => isProjected(client),
      () => `the projector reaches the head of the log. It said: ${projector.output.slice(-1_000)}`,
      PROJECTED_WITHIN_MS,
    );
    // Autovacuum would have done this in the year in which these rounds were played.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
    const openApi = await startApiProcess(url);
    api = openApi;
    const clients = new Clients(openApi.port, options.clients);
    const cast = await chooseCast(client, (userIds) => openApi.signIn(userIds));
    return {
      ...(await sizeOf(client)),
      clients,
      cast,
      stop: async () => {
        clients.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function isProjected(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ caught: boolean }>(
    `select position = (select max(position) from log.events) as caught from ${CLUBHOUSE_SCHEMA}.checkpoint`,
  );
  return rows[0]?.caught === true;
}

async function sizeOf(client: Client): Promise<Pick<Stand, 'rounds' | 'bytes'>> {
  const { rows } = await client.query<{ rounds: number; bytes: number }>(
    `select (select count(*)::int from ${CLUBHOUSE_SCHEMA}.rounds) as rounds,
            sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relnamespace = '${CLUBHOUSE_SCHEMA}'::regnamespace and relkind = 'r'`,
  );
  return { rounds: rows[0]?.rounds ?? 0, bytes: rows[0]?.bytes ?? 0 };
}
