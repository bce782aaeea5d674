import { wholeStream, type EventStore } from '@fairmark/event-store';
import { competitionStream, foldCompetition, upcast, type CompetitionState } from '@fairmark/events';
import { CLUBHOUSE_SCHEMA, competitionCards, competitionTable } from '@fairmark/read-models';
import { onceAMinute, repeat, type Logger } from '@fairmark/server';
import type { ClientBase, Pool } from 'pg';

const EVERY_MS = 500;
const BACK_OFF_MS = { first: 500, most: 5_000 };
/** Competitions per poll; the next poll finds the others. */
const BATCH = 100;

interface Row {
  id: string;
  /** Of the last event in the row. */
  revision: string;
  /** Changes with the row: the projector writes it with every card that may count, and a rebuild replaces it. */
  version: string;
}

const ROWS = `select competition_id as id, revision, xmin as version from ${CLUBHOUSE_SCHEMA}.competitions`;

export interface StandingsOptions {
  store: EventStore;
  logger: Logger;
  /** While a projector catches up, a table would soon be out of date. */
  isLive: () => boolean;
}

/** Stores the tables of competitions that lack one, until it is stopped. */
export function keepStandings(pool: Pool, { store, logger, isLive }: StandingsOptions): { stop(): Promise<void> } {
  const onError = onceAMinute((err) => logger.warn({ err }, 'the table of a competition could not be stored'));
  const poll = async (signal: AbortSignal): Promise<void> => {
    if (!isLive()) return;
    const { rows } = await pool.query<Row>(
      `${ROWS} where standings is null and status <> 'DELETED' order by random() limit ${BATCH}`,
    );
    for (const due of rows) if (!signal.aborted) await storeStandings(pool, store, due).catch(onError);
  };
  return repeat(poll, { everyMs: EVERY_MS, backOff: BACK_OFF_MS, onError });
}

/** Stores a competition's table, unless its row changes meanwhile. */
async function storeStandings(pool: Pool, store: EventStore, due: Row): Promise<void> {
  await pool.query(
    `update ${CLUBHOUSE_SCHEMA}.competitions set standings = $3 where competition_id = $1 and xmin = $2::xid`,
    [due.id, due.version, await tableOf(pool, store, due)],
  );
}

/** A sentence about each stored table that is not what the rows and the log give. */
export async function wrongStandings(client: ClientBase, store: EventStore): Promise<string[]> {
  const { rows } = await client.query<Row>(`${ROWS} where standings is not null order by 1`);
  const wrong: string[] = [];
  for (const row of rows) {
    const { rowCount } = await client.query(
      `select from ${CLUBHOUSE_SCHEMA}.competitions where competition_id = $1 and standings is distinct from $2::jsonb`,
      [row.id, await tableOf(client, store, row)],
    );
    if (rowCount !== 0) wrong.push(`competitions ${row.id}: standings are not those of its cards`);
  }
  return wrong;
}

async function tableOf(client: Pick<Pool | ClientBase, 'query'>, store: EventStore, row: Row): Promise<string | null> {
  const state = await readCompetition(store, competitionStream(row.id), BigInt(row.revision));
  return state === null ? null : JSON.stringify(competitionTable(state, await competitionCards(client, state)));
}

/** A competition after all events of its stream, or those up to a revision. */
export async function readCompetition(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  until?: bigint,
): Promise<CompetitionState | null> {
  return foldCompetition((await wholeStream(store, stream, { until })).map(upcast));
}
