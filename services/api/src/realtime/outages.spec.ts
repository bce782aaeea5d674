import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import { freePort, startPostgres, startTestPostgres, type EmbeddedPostgres } from '@fairmark/tools';
import { startApi, type TestApi } from '../testing/api.js';
import { Stage } from '../testing/stage.js';
import { Phone } from './testing/phone.js';

const ASK_WITHIN_MS = 2_000;
/** A process compiles a few megabytes of modules first, on a machine that has other suites to run. */
const STARTS_WITHIN_MS = 50_000;

/** The api of the stage, and a second one in a process of its own, which serves the sockets. */
let port: number;
let second: ChildProcess;

// Before the database goes.
afterAll(() => void second.kill('SIGKILL'));
const stage = Stage.forSuite();

beforeAll(async () => {
  port = await freePort();
  await startSecond();
});

async function startSecond(): Promise<void> {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../../dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: stage.databaseUrl,
      JWT_SECRET: stage.jwtSecret.toString('base64'),
      SMTP_URL: 'smtp://127.0.0.1:1',
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  second = child;
  const startedOrEnded = async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The second process ended');
    return serves();
  };
  await eventually(startedOrEnded, 'a second process that serves', STARTS_WITHIN_MS);
}

async function serves(): Promise<boolean> {
  return fetch(`${address()}/health/ready`, { signal: AbortSignal.timeout(ASK_WITHIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

const address = (): string => `http://127.0.0.1:${port}`;

test('sockets of one process hear what golfers do at another, through its death and return', async () => {
  const [host, guest] = await stage.players(2);
  const matchId = await stage.round([host, guest]);
  const phone = await Phone.connect(address(), host.golfer.token);
  await phone.joins(matchId);
  await guest.scores(matchId, 1, 4);
  await phone.hears('score_recorded', { userId: guest.id, holeNumber: 1 });

  second.kill('SIGKILL');
  await phone.ended();
  await guest.scores(matchId, 2, 4);
  await startSecond();
  await phone.connected();
  // What it missed it learns from the revision; from then on it is told again.
  expect(await phone.joins(matchId)).toBe(BigInt((await host.match(matchId)).revision));
  await guest.scores(matchId, 3, 4);
  await phone.hears('score_recorded', { userId: guest.id, holeNumber: 3 });
  phone.close();
});

test('signing out at one process closes the sockets of another', async () => {
  const player = await stage.player();
  const phone = await Phone.connect(address(), player.golfer.token);
  await player.does('POST', '/api/auth/logout');
  expect(await phone.ended()).toBe('io server disconnect');
  phone.close();
});

test('a process that is told to end does so with its sockets open', async () => {
  const player = await stage.player();
  const phone = await Phone.connect(address(), player.golfer.token);
  second.kill('SIGTERM');
  const [code] = await once(second, 'exit');
  expect(code).toBe(0);
  await phone.ended();
  // It was told nothing that would keep it from coming back.
  expect(phone.socket.active).toBe(true);
  phone.close();
});

describe('while the database is away', () => {
  let server: Awaited<ReturnType<typeof startTestPostgres>>;
  let again: EmbeddedPostgres | null = null;
  const apis: TestApi[] = [];
  const phones: Phone[] = [];

  beforeAll(async () => {
    server = await startTestPostgres();
    const jwtSecret = randomBytes(32);
    for (let nth = 0; nth < 2; nth += 1) {
      apis.push(await startApi(server.url('postgres'), { jwtSecret, logLevel: 'silent' }));
    }
  });

  afterAll(async () => {
    for (const phone of phones) phone.close();
    for (const api of apis) await api.stop();
    await again?.stop();
    await server.remove();
  });

  test('phones are not turned away for good, and come in when it is back', async () => {
    const [first, second] = apis;
    const { token } = await first!.golfer();
    const before = await Phone.connect(first!.url, token);
    phones.push(before);
    await server.stop();

    // The second process knows nothing of this session: it has to ask the rows.
    const phone = new Phone(second!.url, { auth: { token } });
    phones.push(phone);
    await eventually(() => phone.ends.length > 1, 'attempts that fail');
    expect(phone.refusals.filter((refusal) => typeof refusal !== 'string')).toEqual([]);
    expect(before.socket.connected).toBe(true);

    again = await startPostgres({ dataDir: server.dataDir, port: server.port });
    await phone.connected();
  });
});
