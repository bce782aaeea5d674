import { wholeStream, type EventStore, type FoldableEvent } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { LRUCache } from 'lru-cache';
import type { ClientBase } from 'pg';
import { FoldedStream } from './folded-stream.js';
import { writing, type WriteRows } from './write-rows.js';

/** Writes rows in the caller's transaction. */
export type Write = (client: ClientBase) => Promise<void>;

const READ_AT_ONCE = 8;
const BEHIND = 'An earlier event of this stream is parked';

/**
 * Turns pages of the log into rows. A stream that is not cached, or lacks events there, is folded anew. With `loads`, for
 * tables without keys, a stream's rows are written once, when it is over or leaves the cache.
 */
export class ClubhouseFold {
  private readonly known: LRUCache<string, FoldedStream>;
  private readonly writeRows: WriteRows;
  /** Streams with events after their rows were written, which must be folded again when the tables have keys. */
  readonly late = new Set<string>();
  /** Streams that are blocked because one of their events could not be applied, and that event's revision. */
  parked = new Map<string, bigint>();
  /** With `loads`: the streams of the current page that are over, and those that have left the cache. */
  private left: FoldedStream[] = [];

  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    cachedStreams: number,
    private readonly schema = CLUBHOUSE_SCHEMA,
    private readonly loads = false,
  ) {
    this.known = new LRUCache({
      max: cachedStreams,
      dispose: (stream, _, why) => loads && why === 'evict' && this.left.push(stream),
    });
    this.writeRows = writing(schema, !loads);
  }

  /**
   * Folds a page, and returns the write of the rows that are due then. Throws `CannotApply`; call `forget` then, and also
   * if the rows cannot be written.
   */
  async add(page: readonly FoldableEvent[]): Promise<Write> {
    const aside = page.filter(({ stream }) => this.parked.has(stream));
    const events = aside.length === 0 ? page : page.filter(({ stream }) => !this.parked.has(stream));
    const before = new Map<string, bigint>();
    for (const { stream, revision } of events) if (!before.has(stream)) before.set(stream, revision - 1n);
    const touched = await this.folded(before);
    for (const event of events) {
      const stream = touched.get(event.stream);
      if (stream !== undefined && event.revision > stream.revision) stream.apply(event);
    }
    // Not evicted before their turn, they leave the cache once.
    for (const name of touched.keys()) this.known.delete(name);
    for (const [name, stream] of touched) {
      if (!stream.isOver) this.known.set(name, stream);
      else if (this.loads) this.left.push(stream);
    }
    const due = this.loads ? this.left : touched.values();
    this.left = [];
    return this.write(due, aside);
  }

  /** The write of the rows of all streams that are still cached, after the last page that is loaded. */
  finish(): Write {
    return this.write(this.known.values());
  }

  /** Folds streams again from their first events; returns the write of their rows. */
  async reload(names: readonly string[]): Promise<Write> {
    const streams = await this.folded(new Map(names.map((name) => [name, null])));
    return this.write(streams.values());
  }

  forget(): void {
    this.known.clear();
  }

  /** Parks an event that cannot be applied, and blocks its stream from now on. */
  park(event: FoldableEvent, reason: string): Write {
    this.parked.set(event.stream, event.revision);
    return (client) => this.setAside(client, [event], reason);
  }

  /** Unparks a stream's events before the one that blocks it now; all of them if none does. */
  unpark(stream: string): Write {
    const from = this.parked.get(stream);
    return async (client) => {
      await client.query(
        `delete from ${this.schema}.parked_events where stream = $1 and ($2::bigint is null or revision < $2)`,
        [stream, from === undefined ? null : String(from)],
      );
    };
  }

  private write(streams: Iterable<FoldedStream>, aside: readonly FoldableEvent[] = []): Write {
    const rows = Array.from(streams, (stream) => stream.rows());
    return async (client) => {
      await this.writeRows(client, rows);
      await this.setAside(client, aside, BEHIND);
    };
  }

  /** Streams by name, each folded at least up to a revision, or to its end; without late ones and those without rows. */
  private async folded(until: ReadonlyMap<string, bigint | null>): Promise<Map<string, FoldedStream>> {
    const streams = new Map<string, FoldedStream>();
    const missing: [name: string, until: bigint | null][] = [];
    for (const [name, revision] of until) {
      const known = this.known.get(name);
      if (known !== undefined && revision !== null && known.revision >= revision) streams.set(name, known);
      else missing.push([name, revision]);
    }
    for (let i = 0; i < missing.length; i += READ_AT_ONCE) {
      const some = missing.slice(i, i + READ_AT_ONCE);
      const read = await Promise.all(some.map(([name, revision]) => this.stream(name, revision)));
      for (const stream of read) if (stream !== null) streams.set(stream.name, stream);
    }
    return streams;
  }

  private async stream(name: string, until: bigint | null): Promise<FoldedStream | null> {
    const stream = FoldedStream.empty(name);
    if (stream === null || until === -1n) return stream;
    if (this.loads) {
      this.late.add(name);
      return null;
    }
    for (const event of await wholeStream(this.log, name, { until })) stream.apply(event);
    if (until !== null && stream.revision < until) throw new Error(`${name} ends before revision ${until}`);
    return stream;
  }

  private async setAside(client: ClientBase, events: readonly FoldableEvent[], error: string): Promise<void> {
    if (events.length === 0) return;
    const rows = events.map(({ position, stream, revision, id, type }) => {
      return { position: String(position), stream, revision: String(revision), event_id: id, type };
    });
    await client.query(
      `insert into ${this.schema}.parked_events as old (position, stream, revision, event_id, type, error)
       select position, stream, revision, event_id, type, $2
       from json_populate_recordset(null::${this.schema}.parked_events, $1)
       on conflict (position) do update set error = excluded.error, attempts = old.attempts + 1
         where excluded.error <> '${BEHIND}'`,
      [JSON.stringify(rows), error],
    );
  }
}
