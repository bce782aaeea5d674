import { sealOf, type Anchor, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { AnchorsRefused } from './anchor-sink.js';

const PAGE = 10_000;

/** Position of an anchor's last event, in its own log or a copy. Throws `AnchorsRefused` if the log does not match. */
export async function anchoredTo(store: EventStore, anchor: Anchor, ping: () => Promise<unknown>): Promise<bigint> {
  const logId = await store.logId();
  const isOwn = anchor.logId === logId;
  const before = isOwn ? positionOf(anchor.after) : await beforeFirst(store, anchor, ping);
  if (before === undefined) {
    throw new AnchorsRefused(
      `The last anchor is of log ${anchor.logId}, but this is log ${logId}, which does not hold the events of that anchor`,
    );
  }
  const events = await store.readAll(before, { limit: anchor.count });
  const last = events[anchor.count - 1];
  if (last === undefined) {
    throw new AnchorsRefused(
      `The log ends at position ${events.at(-1)?.position ?? before ?? 'none'}, before the last anchor, which goes to ${anchor.to}: an older copy was restored, or events were removed`,
    );
  }
  const { root } = sealOf(events.map(({ metadata }) => metadata.hash));
  if ((isOwn && `${last.position}` !== anchor.to) || root !== anchor.root) {
    throw new AnchorsRefused(
      `The log does not match its last anchor, from position ${before ?? 0} to ${last.position}: "audit verify" shows what was changed`,
    );
  }
  return last.position;
}

const positionOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Position before an anchor's first event, searched from the log's beginning; undefined if the log lacks the event. */
async function beforeFirst(
  store: EventStore,
  { firstId }: Anchor,
  ping: () => Promise<unknown>,
): Promise<bigint | null | undefined> {
  for (let before: bigint | null = null; ;) {
    const page: RecordedEvent[] = await store.readAll(before, { limit: PAGE });
    const at = page.findIndex(({ id }) => id === firstId);
    if (at >= 0) return page[at - 1]?.position ?? before;
    const last = page.at(-1);
    if (last === undefined) return undefined;
    before = last.position;
    await ping();
  }
}
