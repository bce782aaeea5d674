import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stand } from '@fairmark/projector/testing/stand';
import { Client } from 'pg';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const FAIRMARK = 'dist/fairmark.js';

describe('a command that waits', () => {
  const database = Stand.forSuite();
  let silent: Server;
  let place: string;
  const taken: Socket[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    // Like a frozen server: it accepts connections and never answers.
    silent = createServer((socket) => taken.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    place = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const socket of taken) socket.destroy();
    silent.close();
  });

  /** The first line that a command writes to standard error. */
  async function firstLineOf(args: string[], env: Record<string, string>): Promise<string> {
    const child = spawn(process.execPath, [path.join(ROOT, FAIRMARK), ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    children.push(child);
    let output = '';
    for await (const chunk of child.stderr) {
      output += String(chunk);
      if (output.includes('\n')) break;
    }
    return output;
  }

  it('names the log, the database or the migration that it waits for, and no password', async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('select pg_advisory_lock(7143201)');
    const log = { DATABASE_URL: database.url, EVENT_STORE_URL: `esdb://kim:hush@${place}?tls=false` };
    const { pathname, host } = new URL(database.url);
    const lines = await Promise.all([
      firstLineOf(['projections', 'status'], log),
      firstLineOf(['audit', 'verify'], log),
      firstLineOf(['migrate'], { DATABASE_URL: `postgres://kim:hush@${place}/fairmark` }),
      firstLineOf(['migrate'], { DATABASE_URL: database.url }),
    ]);
    await other.end();
    expect(lines).toEqual([
      `Waiting for the log at esdb://${place} …\n`,
      `Waiting for the log at esdb://${place} …\n`,
      `Waiting for the database at postgres://${place}/fairmark …\n`,
      `Waiting for another migration of the database at postgres://${host}${pathname} …\n`,
    ]);
  });
});
