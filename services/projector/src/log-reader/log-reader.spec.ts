import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { PostgresLogReader, storeReader, type LogReader } from './log-reader.js';

describe('the reader of the Postgres log', () => {
  let stand: Stand;
  let reader: PostgresLogReader;
  beforeAll(async () => {
    stand = await Stand.make();
    reader = new PostgresLogReader(stand.url);
  });
  afterEach(() => stand.clear());
  afterAll(async () => {
    await reader.close();
    await stand.end();
  });

  it('finds nothing in an empty log', async () => {
    expect(await reader.page(null, 100)).toEqual([]);
    expect(await reader.page(7n, 100)).toEqual([]);
  });

  it('reads what the store reads, as far as a fold needs it', async () => {
    await fillLog(stand.store, { seed: 50, events: 700 });
    const odd = { text: 'quote " backslash \\ newline \n é 😀', list: [1, 2.5, null], deep: { yes: true } };
    const [event] = await stand.store.readAll(null, { limit: 1 });
    if (event === undefined) throw new Error('The log is empty');
    await stand.store.append('odd "stream" \\ ü', 'no-stream', [
      { ...event, id: '00000000-0000-4000-8000-000000000001', type: 'Odd"Type\\', data: odd },
    ]);
    const lean = (await pages(storeReader(stand.store), 300)).map((stored) => {
      const { recordedAt, schemaVersion } = stored.metadata;
      return { ...stored, metadata: { recordedAt, schemaVersion } };
    });
    expect(lean.length).toBeGreaterThan(700);
    expect(await pages(reader, 300)).toEqual(lean);
    expect(await pages(reader, 1_000)).toEqual(lean);
    expect(await pages(reader.ahead(), 300)).toEqual(lean);
  });

  it('reads ahead for one who wants it alone, and tells what has come meanwhile', async () => {
    await fillLog(stand.store, { seed: 52, events: 60 });
    const head = Number(await stand.store.head());
    const readers = [reader.ahead(), reader.ahead(), storeReader(stand.store).ahead()];
    const after = BigInt(head - 20);
    // The page that is put together ahead is not full yet.
    for (const each of readers) expect(await each.page(after, 15)).toHaveLength(15);
    await fillLog(stand.store, { seed: 53, events: 60 });
    for (const each of readers) {
      expect((await each.page(after + 15n, 15)).map(({ position }) => Number(position))).toEqual(
        Array.from({ length: 15 }, (_, i) => head - 4 + i),
      );
    }
    expect(await readers[0]?.page(null, 5)).toEqual(await reader.page(null, 5));
  });

  it('goes on after its connection was lost', async () => {
    await fillLog(stand.store, { seed: 51, events: 100 });
    const before = await reader.page(null, 10);
    await stand.cut('fairmark projector log');
    // At most the page that was asked for meanwhile fails; the projector asks again.
    const after = await reader.page(null, 10).catch(() => reader.page(null, 10));
    expect(after).toEqual(before);
  });
});

async function pages(reader: LogReader, limit: number) {
  const events = await reader.page(null, limit);
  for (;;) {
    const page = await reader.page(events.at(-1)?.position ?? null, limit);
    if (page.length === 0) return events;
    events.push(...page);
  }
}
