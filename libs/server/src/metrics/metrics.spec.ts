import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { newStream, notes, write } from '@fairmark/event-store/testing/events';
import { Registry } from 'prom-client';
import { lagAfter, measureLag } from './gauges.js';
import { measuredStore } from './measured-store.js';
import { serveMetrics } from './metrics-server.js';

/** The time at which notes are recorded. */
const AT_EIGHT = new Date('2026-03-01T08:00:00.000Z');
const A_MINUTE_PAST = new Date('2026-03-01T08:01:00.000Z');

/** Lines of a metric as Prometheus reads them. */
async function lines(registry: Registry, name: string): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith(name));
}

it('a measured log counts appends by outcome, and their events', async () => {
  const registry = new Registry();
  const store = measuredStore(new MemoryEventStore(), registry);
  const stream = newStream();
  const events = notes(stream, ['one', 'two']);
  await store.append(stream, 'no-stream', events);
  await store.append(stream, 'no-stream', events);
  await store.append(stream, 'no-stream', notes(stream, ['another']));
  await store.close();
  await expect(store.append(stream, 1n, notes(stream, ['late']))).rejects.toThrow('closed');
  expect(await lines(registry, 'fairmark_appends_total{')).toEqual([
    'fairmark_appends_total{outcome="appended"} 2',
    'fairmark_appends_total{outcome="conflict"} 1',
    'fairmark_appends_total{outcome="failed"} 1',
  ]);
  expect(await lines(registry, 'fairmark_append_events_sum')).toEqual(['fairmark_append_events_sum 4']);
  expect(await lines(registry, 'fairmark_append_seconds_count')).toEqual(['fairmark_append_seconds_count 4']);
});

describe('how far the tables are behind the log', () => {
  const store = new MemoryEventStore();
  afterAll(() => store.close());

  it('is zero for an empty log, else the events after the position and the age of the first', async () => {
    expect(await lagAfter(store, null, AT_EIGHT)).toEqual({ events: 0, seconds: 0 });
    const written = await write(store, newStream(), 3);
    expect(await lagAfter(store, null, A_MINUTE_PAST)).toEqual({ events: 3, seconds: 60 });
    expect(await lagAfter(store, written[1]?.position ?? null, A_MINUTE_PAST)).toEqual({ events: 1, seconds: 60 });
    expect(await lagAfter(store, written[2]?.position ?? null, A_MINUTE_PAST)).toEqual({ events: 0, seconds: 0 });
  });

  it('is read once per scrape, and has no value when the position is unknown', async () => {
    const registry = new Registry();
    const reads = jest.spyOn(store, 'readAll');
    let position: bigint | null | undefined = null;
    const clock = () => A_MINUTE_PAST;
    measureLag(registry, store, () => position, clock);
    const gauges = ['fairmark_projection_lag_events 3', 'fairmark_projection_lag_seconds 60'];
    expect(await lines(registry, 'fairmark_projection_lag_')).toEqual(gauges);
    expect(reads).toHaveBeenCalledTimes(1);
    position = undefined;
    expect(await lines(registry, 'fairmark_projection_lag_')).toEqual([]);
  });
});

describe('the metrics port', () => {
  let server: Awaited<ReturnType<typeof serveMetrics>>;
  let lacking: string[] = [];
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return { status: response.status, text: await response.text() };
  };

  beforeAll(async () => {
    server = await serveMetrics({ registry: new Registry(), host: '127.0.0.1', port: 0, missing: async () => lacking });
  });
  afterAll(() => server?.stop());

  it('serves metrics of the process', async () => {
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('fairmark_nodejs_eventloop_lag_p99_seconds');
    expect(text).toContain('fairmark_process_resident_memory_bytes');
  });

  it('answers whether the process is live and ready, and what is missing', async () => {
    expect(await get('/health/live')).toEqual({ status: 200, text: 'live\n' });
    expect(await get('/health/ready')).toEqual({ status: 200, text: 'ready\n' });
    lacking = ['database', 'event-log'];
    expect(await get('/health/ready')).toEqual({ status: 503, text: 'database\nevent-log\n' });
  });

  it('serves nothing else', async () => {
    expect((await get('/')).status).toBe(404);
    expect((await get('/metrics', 'POST')).status).toBe(404);
  });
});
