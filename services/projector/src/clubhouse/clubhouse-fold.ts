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
  /** Streams whose rows are not written yet, and in `aside` events of parked streams. */
  private touched = new Map<string, FoldedStream>();
  /** Streams that are over or have left the cache since the last `take`. */
  private left: FoldedStream[] = [];
  private aside: FoldableEvent[] = [];

  constructor(
    private readonly log: Pick<EventStore, 'readStream'>,
    cachedStreams: number,
    private readonly schema = CLUBHOUSE_SCHEMA,
    private readonly loads = false,
  ) {
    this.known = new LRUCache({
      max: cachedStreams,
      dispose: (stream, _, why) => why === 'evict' && this.left.push(stream),
    });
    this.writeRows = writing(schema, !loads);
  }

  /** Folds a page. Throws `CannotApply`; call `forget` then, and also if the rows cannot be written. */
  async add(page: readonly FoldableEvent[]): Promise<void> {
    const events = this.parked.size === 0 ? page : page.filter(({ stream }) => !this.parked.has(stream));
    if (events.length < page.length) this.aside.push(...page.filter(({ stream }) => this.parked.has(stream)));
    await this.readMissing(events);
    for (const event of events) {
      const stream = this.touched.get(event.stream);
      if (stream !== undefined && event.revision > stream.revision) stream.apply(event);
    }
    // Not evicted before their turn, they leave the cache once.
    for (const name of this.touched.keys()) this.known.delete(name);
    for (const [name, stream] of this.touched) {
      if (stream.isOver) this.left.push(stream);
      else this.known.set(name, stream);
    }
  }

  /** Makes the rows of all cached streams due. Call it after the last page that is loaded. */
  finish(): void {
    this.left.push(...this.known.values());
    this.known.clear();
  }

  /** Folds streams again from their first events, so that `take` writes their rows again. */
  async reload(names: readonly string[]): Promise<void> {
    await this.read(names.map((name) => ({ name, until: null })));
  }

  /** Returns the write of the rows that are due since the last call: of streams that were touched, or have left. */
  take(): Write {
    const rows = (this.loads ? this.left : [...this.touched.values()]).map((stream) => stream.rows());
    const { aside } = this;
    this.touched = new Map();
    [this.left, this.aside] = [[], []];
    return async (client) => {
      await this.writeRows(client, rows);
      await this.setAside(client, aside, BEHIND);
    };
  }

  forget(): void {
    this.known.clear();
    this.touched.clear();
    this.aside = [];
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

  /** Ensures that `touched` holds each stream of a page, folded at least up to its first event in the page. */
  private async readMissing(events: readonly FoldableEvent[]): Promise<void> {
    const seen = new Set<string>();
    const missing: { name: string; until: bigint }[] = [];
    for (const { stream: name, revision } of events) {
      if (seen.has(name)) continue;
      seen.add(name);
      const known = this.touched.get(name) ?? this.known.get(name);
      if (known !== undefined && known.revision >= revision - 1n) this.touched.set(name, known);
      else missing.push({ name, until: revision - 1n });
    }
    await this.read(missing);
  }

  private async read(missing: readonly { name: string; until: bigint | null }[]): Promise<void> {
    for (let i = 0; i < missing.length; i += READ_AT_ONCE) {
      await Promise.all(
        missing.slice(i, i + READ_AT_ONCE).map(async ({ name, until }) => {
          const stream = FoldedStream.empty(name);
          if (stream === null) return;
          if (this.loads && until !== -1n) {
            this.late.add(name);
            return;
          }
          if (until !== -1n) for (const event of await wholeStream(this.log, name, { until })) stream.apply(event);
          if (until !== null && stream.revision < until) throw new Error(`${name} ends before revision ${until}`);
          this.touched.set(name, stream);
        }),
      );
    }
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
