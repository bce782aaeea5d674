import type { EventStore } from '@fairmark/event-store';
import type { ClientBase } from 'pg';
import { pagesToEnd } from '../log-reader/log-pages.js';
import type { FoldedEvent, LogReader } from '../log-reader/log-reader.js';
import { compareStreams, foldAgain } from './compare-streams.js';
import { Findings, TOLD_MAX } from './findings.js';
import type { OpenStream } from './folded-stream.js';
import { LogFold } from './log-fold.js';
import { readParked, readPlace, type Place } from './place.js';
import { countRows } from './read-tables.js';
import { strayRows, unknownStreams } from './surplus.js';
import { TABLE_NAMES } from './tables.js';
import type { VerifyProgress, VerifyResult } from './verify-clubhouse.js';

/** What a verification works with. */
export interface VerificationTools {
  /** Reads; its session's times are in UTC. */
  client: ClientBase;
  schema: string;
  store: EventStore;
  reader: LogReader;
  signal: AbortSignal;
  onProgress: (progress: VerifyProgress) => void;
  /** As in `VerifyOptions`. */
  pageSize: number;
  openStreams: number;
  askedAtOnce: number;
}

/** The tables cannot be compared with this log. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

const FOLDED_AGAIN_AT_ONCE = 8;
/** With so many differences the tables are to be made anew: the others need not be found while a snapshot is held. */
const ENOUGH = 500;

/**
 * One verification. While the log is read, streams that are over are compared with their rows as they are just then. What
 * differs, or goes on later, is suspected only: in the end it is folded again and compared, with all that is still open, in one
 * snapshot of the tables.
 */
export class Verification {
  private readonly fold: LogFold;
  private readonly findings = new Findings();
  private events = 0;
  private position: bigint | null = null;
  private comparing: Promise<void> = Promise.resolve();
  private complete = true;

  constructor(private readonly tools: VerificationTools) {
    this.fold = new LogFold(tools.openStreams);
  }

  /** Does it, once. */
  async run(): Promise<VerifyResult> {
    const { client } = this.tools;
    const first = await this.place();
    await this.readTo(first?.position ?? null);
    const place = await this.snapshot(first);
    const position = place?.position ?? null;
    await this.readTo(position);
    const parked = await this.compareOpen(position ?? 0n);
    const rows = await this.count();
    // A snapshot is one of rows: a rebuild may have put other tables in place under the same names.
    if ((await this.place())?.generation !== place?.generation) throw replaced();
    await client.query('commit');
    const { differing, told } = this.findings;
    return { events: this.events, rows, position, parked, differences: told, differing, complete: this.complete };
  }

  /** Begins the one moment in which the rest is compared, and says where the tables are then. `first`: where they were before. */
  private async snapshot(first: Place | null): Promise<Place | null> {
    await this.tools.client.query('begin isolation level repeatable read');
    const place = await this.place();
    // Rows that were compared so far are those of the first tables.
    if (first !== null && place?.generation !== first.generation) throw replaced();
    if ((place?.position ?? 0n) < (this.position ?? 0n)) {
      throw new CannotVerify('The tables were set back while they were verified: verify them again');
    }
    return place;
  }

  /** Where the tables are. */
  private async place(): Promise<Place | null> {
    const { client, schema, store } = this.tools;
    const [place, logId] = [await readPlace(client, schema), await store.logId()];
    if (place === null || place.logId === logId) return place;
    throw new CannotVerify(`The tables were made from log ${place.logId}, this log is ${logId}: rebuild them`);
  }

  /** Folds the log on to a position. */
  private async readTo(target: bigint | null): Promise<void> {
    const { reader, pageSize, signal } = this.tools;
    if (target === null || target === this.position) return;
    for await (const page of pagesToEnd(reader, { after: this.position, pageSize, signal })) {
      await this.add(page, target);
      if (this.position === target) break;
    }
    signal.throwIfAborted();
    if (this.position === null || this.position < target) {
      const end = this.position ?? 'no event';
      throw new CannotVerify(`The log ends at ${end}, the tables are at ${target}: rebuild them`);
    }
    await this.comparing;
  }

  private async add(page: readonly FoldedEvent[], target: bigint): Promise<void> {
    for (const event of page) {
      if (event.position > target) break;
      this.fold.add(event);
      this.events += 1;
      this.position = event.position;
    }
    if (this.fold.ready >= this.tools.askedAtOnce) await this.compareReady();
    this.tools.onProgress({ events: this.events, position: this.position, target });
  }

  /** Compares what is ready while the log is read on; whatever differs may have moved on. */
  private async compareReady(): Promise<void> {
    const { client, schema } = this.tools;
    await this.comparing;
    this.comparing = compareStreams(client, schema, this.fold.takeReady()).then((differences) => {
      for (const { stream } of differences) this.fold.suspects.add(stream);
    });
    this.comparing.catch(() => undefined);
  }

  /** Compares what was not compared yet, and the suspects anew. Gives how many streams are parked. */
  private async compareOpen(position: bigint): Promise<number> {
    const { client, schema, askedAtOnce } = this.tools;
    const parked = new Map((await readParked(client, schema)).map(({ stream, revision }) => [stream, revision]));
    const open = this.fold.takeAll().filter(({ name }) => !parked.has(name));
    for (const streams of chunks(open, askedAtOnce)) {
      if (this.isEnough()) break;
      this.findings.add(await compareStreams(client, schema, streams));
      this.tools.signal.throwIfAborted();
    }
    for (const names of chunks([...new Set([...parked.keys(), ...this.fold.suspects])], askedAtOnce)) {
      if (this.isEnough()) break;
      const streams = await this.foldAgain(names, (name) => ({ position, revision: parked.get(name) ?? null }));
      this.findings.add(await compareStreams(client, schema, streams));
    }
    return parked.size;
  }

  private isEnough(): boolean {
    if (this.findings.differing >= ENOUGH) this.complete = false;
    return !this.complete;
  }

  private async foldAgain(
    names: readonly string[],
    limitOf: (name: string) => { position: bigint; revision: bigint | null },
  ): Promise<OpenStream[]> {
    const streams: OpenStream[] = [];
    for (const some of chunks(names, FOLDED_AGAIN_AT_ONCE)) {
      this.tools.signal.throwIfAborted();
      const folded = await Promise.all(some.map((name) => foldAgain(this.tools.store, name, limitOf(name))));
      for (const one of folded) {
        if (one === null) continue;
        const { stream, trouble } = one;
        if (trouble !== null) this.findings.add([{ stream: stream.name, words: trouble }]);
        // What stands still from its first event on has no rows.
        if (stream.revision < 0n) this.fold.begun[stream.table] -= 1;
        streams.push(stream);
      }
    }
    return streams;
  }

  /** Looks for rows of what is not in the log: there are more rows than streams then. Gives how many rows there are. */
  private async count(): Promise<number> {
    const { client, schema, store } = this.tools;
    const counts = await countRows(client, schema);
    const rows = TABLE_NAMES.reduce((sum, table) => sum + counts[table], 0);
    if (!this.complete) return rows;
    for (const table of ['matches', 'competitions'] as const) {
      const surplus = counts[table] - this.fold.begun[table] - this.findings.surplus(table);
      if (surplus > 0) {
        const limit = Math.min(surplus, TOLD_MAX);
        this.findings.add(await unknownStreams(table, { client, schema, store, limit }));
        this.findings.more(surplus - limit);
      }
      if (surplus < 0) this.findings.add([{ stream: table, words: `${table}: ${-surplus} rows vanished meanwhile` }]);
    }
    this.findings.add(await strayRows({ client, schema, store, limit: TOLD_MAX }));
    return rows;
  }
}

/** Parked events that are tried again make another generation of the same tables. */
function replaced(): CannotVerify {
  return new CannotVerify(
    'The tables were replaced by a rebuild, or parked events applied, while they were verified: verify them again',
  );
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);
}
