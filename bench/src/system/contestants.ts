import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ScoreAnswer } from '@fairmark/contract';
import { idOfStream } from '@fairmark/events';
import type { Chance } from '@fairmark/server';
import { freePort } from '@fairmark/tools';
import jsonwebtoken from 'jsonwebtoken';
import { Pool } from 'pg';
import { query } from '../run/server.js';
import { textOf, type Entry, type Group } from './cast.js';
import type { Child, Children } from '../run/children.js';
import { Line } from './line.js';
import { Product } from './product.js';

/** A system under load that stores scores. */
export interface Contestant {
  readonly name: string;
  /** Its processes besides Postgres, if any. */
  readonly processes?: readonly Child[];
  /** Whether they write no log. */
  readonly silent?: boolean;
  /** Creates matches that have just started. */
  prepare(groups: readonly Group[]): Promise<void>;
  /** Sends an entry over one of the clients' connections. Rejects unless it was stored unchanged. */
  score(client: number, entry: Entry): Promise<void>;
  /** Every stored entry, as text. */
  held(): Promise<string[]>;
  close(): Promise<void>;
}

interface ProductClients {
  luck: Chance;
  golfers: number;
  clients: number;
  program?: 'api' | 'profiled-api' | 'floor';
  apis?: number;
}

/** The product with one or several api processes on its own database, or the floor, which takes the same calls. */
export async function openProduct(
  children: Children,
  url: string,
  { luck, golfers, clients, program = 'api', apis = 1 }: ProductClients,
): Promise<Contestant & { product: Product }> {
  const product = await Product.start(children, url, { luck, golfers, program, apis });
  const lines = product.ports.map((port) => Array.from({ length: clients }, () => new Line(port)));
  // A golfer's phone stays with one api; the two golfers of a card use the same one half of the time.
  const linesOf = (golfer: string) => lines[Number.parseInt(golfer.slice(-1), 16) % lines.length] ?? [];
  const named = apis === 1 ? 'Fairmark' : `Fairmark, ${apis} apis`;
  return {
    name: program === 'floor' ? 'bare Fastify, our token and log' : named,
    silent: program === 'floor',
    product,
    processes: product.apis,
    prepare: (groups) => product.begin(groups, luck),
    score: async (client, entry) => {
      const { score } = await product.score(lineOf(linesOf(entry.enteredBy), client), entry);
      refuseOther(score, entry);
    },
    held: async () => {
      const rows = await query<Omit<Entry, 'matchId'> & { stream: string }>(
        url,
        `select stream, data ->> 'userId' as "userId", data ->> 'side' as side, data -> 'holeNumber' as "holeNumber",
                data -> 'strokes' as strokes from log.events where type = 'HoleScored'`,
      );
      return rows.map(({ stream, ...entry }) => textOf({ ...entry, matchId: idOfStream(stream) }));
    },
    close: async () => {
      await Promise.all(lines.flat().map((line) => line.close()));
      await product.stop();
    },
  };
}

/** The product from another folder's build, with its own migrations and clients. Call `end` after closing it. */
export async function openOther(
  folder: string,
  ...[url, options]: [url: string, options: ProductClients]
): Promise<Contestant & { end: () => Promise<void> }> {
  const load = <Module>(name: string): Promise<Module> =>
    import(pathToFileURL(path.resolve(folder, 'bench/dist', name)).href) as Promise<Module>;
  const { Children: Theirs } = await load<{ Children: typeof Children }>('run/children.js');
  const { openProduct: open } = await load<{ openProduct: typeof openProduct }>('system/contestants.js');
  const children = new Theirs();
  const contestant = await open(children, url, options);
  return { ...contestant, name: `Fairmark of ${path.basename(folder)}`, end: () => children.stop() };
}

const SCORES = 'select "matchId", "userId", side, "holeNumber", strokes from scores';

/** The CRUD peer's process on its own database. `tuned` fixes its one hot spot according to a profile. */
export async function openPeer(
  children: Children,
  url: string,
  { golfers, clients, tuned }: { golfers: readonly string[]; clients: number; tuned: boolean },
): Promise<Contestant> {
  const port = await freePort();
  const secret = randomBytes(32).toString('base64');
  const env = { DATABASE_URL: url, PORT: String(port), JWT_SECRET: secret, JWT_KEY: tuned ? 'parsed' : 'text' };
  const child = children.start('crud-peer', env);
  await child.answer();
  const pool = new Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  const sessions = await pool.query<{ id: string; userId: string }>(
    `insert into sessions (id, "userId", "expiresAt")
     select gen_random_uuid(), id, now() + interval '1 day' from unnest($1::uuid[]) as golfer (id) returning id, "userId"`,
    [golfers],
  );
  const tokens = new Map(
    sessions.rows.map(({ id, userId }) => [
      userId,
      jsonwebtoken.sign({ sid: id, sub: userId }, secret, { expiresIn: '1d' }),
    ]),
  );
  const lines = Array.from({ length: clients }, () => new Line(port));
  return {
    name: tuned ? 'the same, its key parsed once' : 'NestJS, Express, TypeORM',
    processes: [child],
    prepare: async (groups) => {
      const members = groups.flatMap(({ matchId, players }) => players.map((player) => ({ matchId, ...player })));
      await pool.query(
        `insert into members select * from json_to_recordset($1) as m ("matchId" uuid, "userId" uuid, "markerId" uuid)`,
        [JSON.stringify(members)],
      );
    },
    score: async (client, entry) => {
      const { matchId, userId, enteredBy, holeNumber, strokes } = entry;
      const body = { matchId, userId, holeNumber, strokes };
      const said = { token: tokens.get(enteredBy) ?? '', body, key: randomUUID() };
      refuseOther(await lineOf(lines, client).call<Entry>('POST', '/scores', said), entry);
    },
    held: async () => (await pool.query<Entry>(SCORES)).rows.map(textOf),
    close: async () => {
      await Promise.all(lines.map((line) => line.close()));
      await pool.end();
      await child.stop();
    },
  };
}

/** The floor: clients insert the peer's row themselves, each with a connection, a prepared statement and a commit. */
export async function openRawInserts(url: string, clients: number): Promise<Contestant> {
  await query(
    url,
    `create table scores (id uuid primary key default gen_random_uuid(), "matchId" uuid not null, "userId" uuid not null,
       "holeNumber" smallint not null, side text not null, strokes smallint not null, "enteredBy" uuid not null,
       "createdAt" timestamptz not null default now(), unique ("matchId", "holeNumber", "userId", side))`,
  );
  const pool = new Pool({ connectionString: url, max: clients, idleTimeoutMillis: 0 });
  pool.on('error', () => undefined);
  const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
  // The insert in progress reports a lost connection.
  for (const connection of connections) connection.on('error', () => undefined);
  const text = `insert into scores ("matchId", "userId", "holeNumber", side, strokes, "enteredBy")
    values ($1, $2, $3, $4, $5, $6) returning *`;
  return {
    name: 'raw inserts',
    prepare: () => Promise.resolve(),
    score: async (client, { matchId, userId, holeNumber, side, strokes, enteredBy }) => {
      const values = [matchId, userId, holeNumber, side, strokes, enteredBy];
      const answer = await connections[client]?.query<Entry>({ name: 'insert', text, values });
      if (answer?.rows[0]?.strokes !== strokes) throw new Error('Another score was stored');
    },
    held: async () => (await query<Entry>(url, SCORES)).map(textOf),
    close: async () => {
      for (const connection of connections) connection.release();
      await pool.end();
    },
  };
}

function refuseOther(score: ScoreAnswer['score'] | Entry, { strokes, holeNumber, side }: Entry): void {
  if (score?.strokes === strokes && score.holeNumber === holeNumber && score.side === side) return;
  throw new Error(`Another score was answered: ${JSON.stringify(score)}`);
}

function lineOf(lines: readonly Line[], client: number): Line {
  const line = lines[client];
  if (line === undefined) throw new Error(`There is no client ${client}`);
  return line;
}
