import { eventually } from '@fairmark/events/testing/eventually';
import { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import { createLogger } from '@fairmark/server';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Client } from 'pg';
import { ChannelListener } from './channel-listener.js';

let database: TestDatabase;
let proxy: TcpProxy;
let notifier: Client;
let listener: ChannelListener;
let received: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  const { proxy: between, url } = await TcpProxy.before(database.url);
  proxy = between;
  notifier = new Client({ connectionString: database.url });
  await notifier.connect();
  received = [];
  listener = listenerAt(url);
});

afterEach(async () => {
  await listener.stop();
  await proxy.close();
  await notifier.end();
  await database.drop();
});

function listenerAt(databaseUrl: string): ChannelListener {
  return new ChannelListener({
    databaseUrl,
    name: 'fairmark test',
    channel: 'news',
    onMessage: (payload) => received.push(payload),
    ask: (client) => client.query('select 1'),
    logger: createLogger('test', 'silent'),
  });
}

async function receives(news: string): Promise<void> {
  await notifier.query('select pg_notify($1, $2)', ['news', news]);
  await eventually(
    () => received.includes(news),
    () => `${news}; received: ${received.join()}`,
  );
}

const listensAgain = (): Promise<void> => eventually(() => listener.listening, 'a connection that listens');

test('connects later to a server that was down at the start', async () => {
  proxy.mode = 'refusing';
  await listener.start();
  expect(listener.listening).toBe(false);
  proxy.mode = 'open';
  await listensAgain();
  await receives('one');
});

test('notices a silently dead connection', async () => {
  await listener.start();
  proxy.mode = 'silent';
  await eventually(() => !listener.listening, 'the loss');
  proxy.mode = 'open';
  await listensAgain();
  await receives('one');
});

test('stops without waiting for a frozen server', async () => {
  // Not through the proxy, which would close the connection in the server's place.
  listener = listenerAt(database.url);
  await listener.start();
  const { rows } = await notifier.query<{ pid: number }>(
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

test('can be stopped while it connects', async () => {
  proxy.mode = 'silent';
  void listener.start();
  await listener.stop();
  expect(listener.listening).toBe(false);
});
