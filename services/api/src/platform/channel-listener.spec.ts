import { eventually } from '@fairmark/events/testing/eventually';
import { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import { createLogger } from '@fairmark/server';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';
import { ChannelListener } from './channel-listener.js';

let database: TestDatabase;
let proxy: TcpProxy;
let teller: Client;
let listener: ChannelListener;
let heard: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  const { proxy: between, url } = await TcpProxy.before(database.url);
  proxy = between;
  teller = new Client({ connectionString: database.url });
  await teller.connect();
  heard = [];
  listener = listenerAt(url);
});

afterEach(async () => {
  await listener.stop();
  await proxy.close();
  await teller.end();
  await database.drop();
});

function listenerAt(databaseUrl: string): ChannelListener {
  return new ChannelListener({
    databaseUrl,
    name: 'fairmark test',
    channel: 'news',
    onMessage: (payload) => heard.push(payload),
    logger: createLogger('test', 'silent'),
  });
}

async function hears(news: string): Promise<void> {
  await teller.query('select pg_notify($1, $2)', ['news', news]);
  await eventually(
    () => heard.includes(news),
    () => `${news}; heard: ${heard.join()}`,
  );
}

const listensAgain = (): Promise<void> => eventually(() => listener.listening, 'a connection that listens');

test('finds a server that was away when it began', async () => {
  proxy.mode = 'refusing';
  await listener.start();
  expect(listener.listening).toBe(false);
  proxy.mode = 'open';
  await listensAgain();
  await hears('one');
});

test('notices a connection that died without a word', async () => {
  await listener.start();
  proxy.mode = 'silent';
  await eventually(() => !listener.listening, 'the loss');
  proxy.mode = 'open';
  await listensAgain();
  await hears('one');
});

test('does not wait for a server that is frozen when it ends', async () => {
  // Not through the proxy, which would say goodbye in the server's place.
  listener = listenerAt(database.url);
  await listener.start();
  const { rows } = await teller.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'fairmark test'
     order by backend_start desc`,
  );
  const pid = rows[0]?.pid ?? NaN;
  process.kill(pid, 'SIGSTOP');
  try {
    await listener.stop();
    expect(listener.listening).toBe(false);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('ends in the middle of an attempt', async () => {
  proxy.mode = 'silent';
  void listener.start();
  await listener.stop();
  expect(listener.listening).toBe(false);
});
