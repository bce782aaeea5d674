import { randomUUID } from 'node:crypto';
import { migrateEventLog, PostgresEventStore, StoreUnavailable, type EventStore } from '@fairmark/event-store';
import { verifyChain, type RecordedEvent } from '@fairmark/events';
import { newStream, notes, storedBy, wholeLog } from '@fairmark/event-store/testing/events';
import { startPostgres, startTestPostgres, type EmbeddedPostgres } from '@fairmark/tools';
import { Client } from 'pg';
import { eventually } from './support/eventually.js';

const WRITERS = 8;
/** Events that have to be acknowledged after each fault before the next: proof that the log is back. */
const BETWEEN = 200;
const FREEZE_MS = 4_000;

describe('the event log while its Postgres is killed, restarted and frozen', () => {
  let postgres: EmbeddedPostgres;
  let started: Awaited<ReturnType<typeof startTestPostgres>>;

  beforeAll(async () => {
    started = await startTestPostgres();
    postgres = started;
    await administrate((client) => migrateEventLog(client));
  });
  afterAll(async () => {
    await postgres.stop();
    await started.remove();
  });

  /** Runs something over a connection of its own to the server as it is now. */
  async function administrate<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: postgres.url('postgres') });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async function restart(stop: () => Promise<void>): Promise<void> {
    const { dataDir, port } = postgres;
    await stop();
    postgres = await startPostgres({ dataDir, port });
  }

  /** Stops every process of the server that serves the log, and lets it go on later: no answer, no broken connection. */
  async function freeze(): Promise<void> {
    const { rows } = await administrate((client) =>
      client.query<{ pid: number }>(`select pid from pg_stat_activity where application_name like 'fairmark log%'`),
    );
    const pids = [postgres.process.pid ?? 0, ...rows.map(({ pid }) => pid)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, FREEZE_MS));
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }

  it('keeps what it acknowledged, doubles nothing, and reaches its subscribers whole', async () => {
    const url = postgres.url('postgres');
    const writing = new PostgresEventStore({ connectionString: url });
    const reading = new PostgresEventStore({ connectionString: url });
    const stop = new AbortController();
    const acknowledged: string[] = [];
    const unknown: string[] = [];
    const received: RecordedEvent[] = [];

    const subscriber = (async () => {
      for await (const event of reading.subscribe({ after: null, signal: stop.signal })) received.push(event);
    })();
    const writers = Array.from({ length: WRITERS }, async () => {
      let last: RecordedEvent | null = null;
      while (!stop.signal.aborted) {
        last = await surely(writing, last, unknown);
        acknowledged.push(last.id);
      }
    });
    const goesOn = async (what: string): Promise<void> => {
      const [appended, seen] = [acknowledged.length, received.length];
      const on = (): boolean => acknowledged.length > appended + BETWEEN && received.length > seen + BETWEEN;
      await eventually(on, `events ${what}`, 30_000);
    };

    await goesOn('at first');
    await restart(async () => {
      const gone = new Promise((resolve) => postgres.process.once('exit', resolve));
      postgres.process.kill('SIGKILL');
      await gone;
    });
    await goesOn('after a crash');
    await restart(() => postgres.stop());
    await goesOn('after a restart');
    await freeze();
    await goesOn('after a freeze');

    stop.abort();
    await Promise.all([...writers, subscriber]);
    const log = await wholeLog(writing);
    const ids = log.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
    // Every append was repeated until it was acknowledged, so that the log holds nothing else.
    expect(ids).toHaveLength(acknowledged.length);
    expect(log.map(({ position }) => position)).toEqual(log.map((_, at) => BigInt(at + 1)));
    const streams = new Set(log.map(({ stream }) => stream));
    for (const stream of streams) expect(verifyChain(log.filter((event) => event.stream === stream))).toBeNull();
    expect(received.map(({ id }) => id)).toEqual(ids.slice(0, received.length));
    // The freeze outlasted the callers' patience: some outcome was unknown for a while.
    expect(unknown.length).toBeGreaterThan(0);
    await Promise.all([writing.close(), reading.close()]);
  });
});

/**
 * Appends the note that follows another one in its stream, or the first of a new stream, until the log has acknowledged it;
 * an unknown outcome is asked for again with the same event.
 */
async function surely(store: EventStore, last: RecordedEvent | null, unknown: string[]): Promise<RecordedEvent> {
  const stream = last?.stream ?? newStream();
  const [event] = notes(stream, [randomUUID()], last);
  if (event === undefined) throw new Error('Nothing was noted');
  for (;;) {
    try {
      const [stored] = storedBy(await store.append(stream, last?.revision ?? 'no-stream', [event]));
      if (stored?.id !== event.id) throw new Error('The log answered with another event');
      return stored;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      unknown.push(event.id);
    }
  }
}
