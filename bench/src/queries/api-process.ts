import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@fairmark/tools';

/** One round by its key: a route of the benchmark's api besides the product's. */
export const FLOOR_ROUTE = '/bench/rounds/:matchId/:userId';

export interface ToApi {
  /** Ids of golfers. One that occurs twice gets two sessions. */
  signIn: string[];
}
/** Every process of the product sends `listening` once it works. */
export type FromApi = 'listening' | { tokens: string[] };

/** An api process with its own database, run like in `npm start`, with the floor's route. */
export interface ApiProcess {
  readonly port: number;
  /** Tokens of new sessions, in the order of the golfers. */
  signIn(userIds: string[]): Promise<string[]>;
  stop(): Promise<void>;
}

const PROGRAM = path.join(path.dirname(fileURLToPath(import.meta.url)), 'api.main.js');

/** Starts it and waits until it listens. */
export async function startApiProcess(databaseUrl: string): Promise<ApiProcess> {
  const port = await freePort();
  const child = fork(PROGRAM, [], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      RATE_LIMIT_SCALE: '1000000',
      ...serviceEnvironment(databaseUrl),
    },
    // Its log is written as usual, but discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const answer = async (): Promise<FromApi> => {
    const [message] = (await Promise.race([once(child, 'message'), gone.then(() => [null])])) as [FromApi | null];
    if (message === null) throw new Error('The api ended');
    return message;
  };
  await answer();
  return {
    port,
    signIn: async (userIds) => {
      const message: ToApi = { signIn: userIds };
      child.send(message);
      const said = await answer();
      return said === 'listening' ? [] : said.tokens;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** The settings of every process of the product. Mails go nowhere. */
export function serviceEnvironment(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
  };
}
