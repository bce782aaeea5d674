import { LIMITS } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_CHANNEL, writeNews } from '@fairmark/read-models';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { TcpProxy } from '@fairmark/event-store/testing/tcp-proxy';
import { Stand } from '@fairmark/projector/testing/stand';
import { ProjectionGate } from './projection-gate.js';

const LOG = 'the log';
/** The end of the log. */
let head: bigint | null = null;
const store = { head: async () => head, logId: async () => LOG };

describe('the projection gate', () => {
  let proxy: TcpProxy;
  let gate: ProjectionGate;
  let log: ReturnType<typeof keptLog>;
  afterEach(() => gate.onApplicationShutdown());
  afterAll(() => proxy.close());
  const stand = Stand.forSuite();
  beforeAll(async () => {
    ({ proxy } = await TcpProxy.before(stand.url));
  });
  beforeEach(() => {
    head = 20n;
    log = keptLog('warn');
    proxy.mode = 'open';
    const databaseUrl = Object.assign(new URL(stand.url), { port: String(proxy.port) }).href;
    gate = new ProjectionGate({ databaseUrl }, log.logger, store);
  });

  /** Commits as the projector does: the checkpoint, and a notification. */
  async function reach(position: bigint, { agoMs = 0 } = {}): Promise<void> {
    await stand.sql(
      `insert into rm.checkpoint (log_id, position, heartbeat_at)
       values ($1, $2, clock_timestamp() - $3 * interval '1 ms')
       on conflict (one) do update set position = excluded.position, heartbeat_at = excluded.heartbeat_at`,
      [LOG, position, agoMs],
    );
    if (agoMs > 0) return;
    await stand.sql('select pg_notify($1, $2)', [CLUBHOUSE_CHANNEL, writeNews({ log: LOG, position })]);
  }

  it('passes at once positions that the tables have reached, and those of another log', async () => {
    await reach(10n);
    await gate.start();
    expect(await gate.wait()).toEqual({ position: '10' });
    expect(await gate.wait({ position: '10', log: LOG })).toEqual({ position: '10' });
    expect(await gate.wait({ position: '3' })).toEqual({ position: '10' });
    expect(await outcome(gate.wait({ position: '99999999999', log: 'another log' }))).toEqual({ position: '10' });
  });

  it('holds back other positions until the projector reaches them', async () => {
    await reach(10n);
    await gate.start();
    const order: string[] = [];
    const waits = ['12', '11', '12'].map(async (position) => {
      const fresh = await gate.wait({ position, log: LOG });
      order.push(position);
      return fresh;
    });
    await reach(11n);
    expect(await waits[1]).toEqual({ position: '11' });
    expect(order).toEqual(['11']);
    await reach(12n);
    expect(await Promise.all(waits)).toEqual([{ position: '12' }, { position: '11' }, { position: '12' }]);
  });

  it('takes what was announced for newer than a checkpoint that was read before', async () => {
    await reach(10n);
    await gate.start();
    const waiting = gate.wait({ position: '11', log: LOG });
    await proxy.inOneChunk(async () => {
      const sent = async (work: () => Promise<void>): Promise<void> => {
        const before = proxy.bytesFromServer;
        await work();
        await eventually(() => proxy.bytesFromServer > before);
      };
      await sent(async () => undefined);
      await sent(() => reach(11n));
    });
    expect(await waiting).toEqual({ position: '11' });
    expect(await gate.wait()).toEqual({ position: '11' });
  });

  it.each([
    ['answers stale when the projector does not reach the position in time', 20n, { stale: true }],
    ['passes a position that the log lost in the restore of an older copy', 10n, {}],
  ])('%s', async (_title, end, fresh) => {
    head = end;
    await reach(10n);
    await gate.start();
    const waiting = gate.wait({ position: '11', log: LOG });
    const beating = setInterval(() => void reach(10n), 300);
    const answer = await waiting;
    clearInterval(beating);
    expect(answer).toEqual({ position: '10', ...fresh });
  });

  it('answers stale at once while the projector is silent', async () => {
    await reach(10n, { agoMs: LIMITS.projectorSilentMs + 1_000 });
    await gate.start();
    expect(await outcome(gate.wait({ position: '11', log: LOG }))).toEqual({ position: '10', stale: true });
    expect(await outcome(gate.wait())).toEqual({ position: '10', stale: true });
    await reach(11n);
    await eventually(async () => !(await gate.wait()).stale);
    expect(await gate.wait({ position: '11', log: LOG })).toEqual({ position: '11' });
  });

  it('holds back at most 500 queries, on one connection', async () => {
    await reach(10n);
    await gate.start();
    const waiting = Array.from({ length: LIMITS.projectionWaitersMax }, () => gate.wait({ position: '11', log: LOG }));
    expect(await outcome(gate.wait({ position: '11', log: LOG }))).toEqual({ position: '10', stale: true });
    await reach(11n);
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ position: '11' })));
    expect(await stand.sessions('fairmark gate')).toBe(1);
  });

  /** Sees a position that was reached, and one that is reached later. */
  async function follows(): Promise<void> {
    await eventually(async () => {
      await reach(12n);
      return (await gate.wait()).position === '12';
    });
    const waiting = gate.wait({ position: '13', log: LOG });
    await reach(13n);
    expect(await waiting).toEqual({ position: '13' });
  }

  it('reconnects after losing its connection', async () => {
    await reach(10n);
    await gate.start();
    proxy.cut();
    await follows();
  });

  it('notices a connection that died silently', async () => {
    await gate.start();
    proxy.mode = 'silent';
    await eventually(() => log.lines.join().includes('reconnecting'));
    proxy.mode = 'open';
    await follows();
  });

  it('answers stale at once without a database, and connects to it later', async () => {
    proxy.mode = 'refusing';
    await gate.start();
    expect(await outcome(gate.wait({ position: '1', log: LOG }))).toEqual({ position: null, stale: true });
    proxy.mode = 'open';
    await follows();
  });

  it('answers stale at once before any projector has run', async () => {
    await gate.start();
    expect(await outcome(gate.wait({ position: '1', log: LOG }))).toEqual({ position: null, stale: true });
  });

  it('ends without waiting for a frozen server, also while it connects', async () => {
    // Without the proxy, which would close the connection in the server's place.
    const direct = new ProjectionGate({ databaseUrl: stand.url }, keptLog('silent').logger, store);
    await direct.start();
    const rows = await stand.sql<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'fairmark gate'`,
    );
    for (const { pid } of rows) process.kill(pid, 'SIGSTOP');
    try {
      await direct.onApplicationShutdown();
    } finally {
      for (const { pid } of rows) process.kill(pid, 'SIGCONT');
    }
    proxy.mode = 'silent';
    void gate.start();
    await gate.onApplicationShutdown();
  });
});

/** The result of a promise without waiting for timers or the network; 'waits' if it has not settled. */
async function outcome<T>(promise: Promise<T>): Promise<T | 'waits'> {
  return Promise.race([promise, new Promise<'waits'>((resolve) => setImmediate(() => resolve('waits')))]);
}
