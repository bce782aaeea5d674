import type { LogPage } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import { fillLog } from '../testing/fill-log.js';
import { pagesToEnd } from './log-pages.js';

/** Counts the pages that it is asked for. */
class Counting extends MemoryEventStore {
  asked = 0;

  override async readPage(...read: Parameters<MemoryEventStore['readPage']>): Promise<LogPage> {
    this.asked += 1;
    return super.readPage(...read);
  }
}

describe('the pages of a log', () => {
  let store: Counting;
  beforeEach(async () => {
    store = new Counting();
    await fillLog(store, { seed: 52, events: 100 });
  });
  const pages = (resting: number) => {
    const throttle = { resting, pause: async (pageSize: number) => pageSize };
    return pagesToEnd(store, { after: null, pageSize: 60, throttle, signal: new AbortController().signal });
  };

  it.each([
    ['while the one before is worked on', 0, 2],
    ['only when the one before is done, while somebody else needs the machine', 2, 1],
  ])('are asked for %s', async (_, resting, asked) => {
    const reading = pages(resting);
    expect((await reading.next()).value).toHaveLength(60);
    expect(store.asked).toBe(asked);
  });
});
