import type { CompetitionState, MatchState } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { CopyTexts } from '../clubhouse/copy-rows.js';
import { COMPETITIONS, MATCHES } from '../clubhouse/stream-kinds.js';
import { stoppedBy } from '../projection/apply-pages.js';
import { isPoison } from '../log-reader/errors.js';
import { pagesToEnd } from '../log-reader/log-pages.js';
import type { FoldedEvent, LogReader } from '../log-reader/log-reader.js';
import { BulkStreams, NoRows, type OnRows } from './bulk-streams.js';
import { findPoison } from './refold.js';
import type { ShadowTables } from './shadow-tables.js';

export interface LoadOptions {
  store: EventStore;
  reader: LogReader;
  tables: ShadowTables;
  /** Events per read. */
  pageSize: number;
  /** Matches kept folded in memory, about 30 kB each. */
  cachedMatches: number;
  signal: AbortSignal;
  onRead: (events: number, position: bigint | null) => void;
}

export interface Loaded {
  events: number;
  /** Of the last event that was read. */
  position: bigint | null;
  /** Streams that had events after their rows were written. */
  late: string[];
}

const CACHED_COMPETITIONS = 5_000;
/** Rows are sent when they are so many characters. */
const CHUNK = 4_000_000;

/**
 * Reads the log once, from its first event to where it ends, and loads the rows that it makes into bare tables. Reading the
 * next page, folding this one and writing rows of the ones before go on at the same time.
 */
export async function loadLog(options: LoadOptions): Promise<Loaded> {
  const { reader, pageSize, signal, onRead } = options;
  const copier = new Copier(options);
  const streams = new AllStreams(options.cachedMatches, copier.add);
  for await (const page of pagesToEnd(reader, { after: null, pageSize, signal })) {
    try {
      streams.apply(page);
    } catch (error) {
      throw await named(options, streams.event, error);
    }
    await copier.send(CHUNK);
    onRead(streams.events, streams.event?.position ?? null);
  }
  signal.throwIfAborted();
  try {
    streams.finish();
  } catch (error) {
    throw await named(options, null, error);
  }
  await copier.send(1);
  await copier.end();
  return { events: streams.events, position: streams.event?.position ?? null, late: streams.late };
}

/** Streams of every kind; others have no rows. */
class AllStreams {
  events = 0;
  /** The last one that was applied, or that could not be. */
  event: FoldedEvent | null = null;
  private readonly matches: BulkStreams<MatchState>;
  private readonly competitions: BulkStreams<CompetitionState>;

  constructor(cachedMatches: number, onRows: OnRows) {
    this.matches = new BulkStreams(MATCHES, cachedMatches, onRows);
    this.competitions = new BulkStreams(COMPETITIONS, CACHED_COMPETITIONS, onRows);
  }

  get late(): string[] {
    return [...this.matches.late, ...this.competitions.late];
  }

  /** An event that comes twice counts once. */
  apply(page: readonly FoldedEvent[]): void {
    for (const event of page) {
      if (this.event !== null && event.position <= this.event.position) continue;
      this.event = event;
      this.events += 1;
      if (this.matches.has(event.stream)) this.matches.apply(event);
      else if (this.competitions.has(event.stream)) this.competitions.apply(event);
    }
  }

  finish(): void {
    this.matches.finish();
    this.competitions.finish();
  }
}

/** The error that names the event. */
async function named({ store, tables }: LoadOptions, event: FoldedEvent | null, error: unknown): Promise<unknown> {
  if (error instanceof NoRows) {
    return (await findPoison(store, [error.stream], (rows) => tables.triesCopy(rows))) ?? error;
  }
  return event !== null && isPoison(error) ? stoppedBy(event, error) : error;
}

/** Gathers rows and sends them while others are gathered. */
class Copier {
  private texts = new CopyTexts();
  private streams: string[] = [];
  private sending: Promise<void> = Promise.resolve();

  constructor(private readonly options: LoadOptions) {}

  readonly add: OnRows = (stream, rows) => {
    this.texts.add(rows);
    this.streams.push(stream);
  };

  /** Sends what was gathered once it is so many characters, when what was sent before has arrived. */
  async send(atLeast: number): Promise<void> {
    if (this.texts.size < atLeast) return;
    const { texts, streams } = this;
    this.texts = new CopyTexts();
    this.streams = [];
    await this.sending;
    this.sending = this.copy(texts, streams);
    this.sending.catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.sending;
  }

  private async copy(texts: CopyTexts, streams: readonly string[]): Promise<void> {
    const { store, tables } = this.options;
    try {
      await tables.copy(texts);
    } catch (error) {
      if (!isPoison(error)) throw error;
      throw (await findPoison(store, streams, (rows) => tables.triesCopy(rows))) ?? error;
    }
  }
}
