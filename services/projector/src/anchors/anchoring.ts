import {
  ANCHOR_EVENTS_MAX,
  makeAnchor,
  writeAnchor,
  type Anchor,
  type AnchoredEvent,
  type EventStore,
} from '@fairmark/event-store';
import { APP_SCHEMA, type Logger } from '@fairmark/server';
import type { Client } from 'pg';
import { AnchorFolder } from './anchor-folder.js';
import { anchoredTo } from './anchored-to.js';
import {
  anchorIn,
  AnchorsRefused,
  placeKey,
  type AnchorRow,
  type AnchorSink,
  type MadeAnchor,
  type StoredPlace,
} from './anchor-sink.js';

export interface AnchoringOptions {
  store: EventStore;
  logger: Logger;
  sinks: readonly AnchorSink[];
  clock?: () => Date;
}

const DAY_MS = 86_400_000;
const SINK_RETRY_MS = 60_000;

const ANCHORS = `${APP_SCHEMA}.anchors`;
const PLACE = 'part, position::text as to';
const LAST = `select ${PLACE}, body from ${ANCHORS} order by part desc, position desc limit 1`;
/** $4: names of the sinks that already have the anchor. */
const INSERT = `insert into ${ANCHORS} (part, position, body, kept_by) values ($1, $2, $3, $4)`;
/** Finds no row either if the anchor has none. */
const OTHER_TEXT = `select from ${ANCHORS} where part = $1 and position = $2 and body <> $3`;
const ALL_PLACES = `select ${PLACE}, $1 = any (kept_by) as kept from ${ANCHORS} order by part, position`;
/** The first anchors that a sink lacks, and how many it lacks in all. */
const LACKING = `select ${PLACE}, body, count(*) over ()::int as count from ${ANCHORS}
  where not $1 = any (kept_by) order by part, position limit $2`;
const MARK_KEPT = `update ${ANCHORS} set kept_by = array_append(kept_by, $1)
  where concat(part, ' ', position) = any ($2::text[]) and not $1 = any (kept_by)`;

interface Chain {
  logId: string;
  part: number;
  last: Anchor | null;
  /** Position of the last anchored event in this log; null if there is none. */
  anchoredTo: bigint | null;
}

/** Anchors a log for as long as the session that holds the lock lasts. */
export class Anchoring {
  /** Number of anchors that a sink has not kept yet, by the sink's name. */
  readonly waiting: Record<string, number> = {};
  private readonly retryAt = new Map<string, number>();
  /** Events that no anchor covers, with their hashes when they were first read; at most as many as one anchor covers. */
  private readonly pending: AnchoredEvent[] = [];
  /** When the first pending event was recorded, or read if that is earlier; milliseconds since 1970. */
  private since = Infinity;

  private constructor(
    private readonly client: Client,
    private readonly options: AnchoringOptions,
    private readonly chain: Chain,
  ) {}

  /** Finds where the next anchor begins. Throws `AnchorsRefused` if log, database and folder contradict each other. */
  static async begin(client: Client, options: AnchoringOptions): Promise<Anchoring> {
    const { store, sinks } = options;
    const [known = null] = (await client.query<AnchorRow>(LAST)).rows.map(anchorIn);
    const kept = (await folderOf(sinks)?.last()) ?? null;
    // A database without anchors, such as a restored one, continues from the folder's last anchor.
    const last = known ?? kept;
    const logId = await store.logId();
    const to = last && (await anchoredTo(store, last.anchor, () => client.query('select 1')));
    // The next anchor could extend a forgery.
    if (kept !== null && (await client.query(OTHER_TEXT, valuesOf(kept))).rowCount === 1) {
      throw new AnchorsRefused(
        `The anchor up to position ${kept.to} in the folder differs from the copy in the database: one of the two was changed`,
      );
    }
    if (last !== null && known === null) {
      await client.query(INSERT, [...valuesOf(last), sinks.map(({ name }) => name)]);
    }
    // Positions differ in a log into which the anchored one was copied.
    const part = last === null ? 1 : last.part + Number(last.anchor.logId !== logId);
    const chain = { logId, part, last: last?.anchor ?? null, anchoredTo: to };
    const anchoring = new Anchoring(client, options, chain);
    await anchoring.compareFolder();
    return anchoring;
  }

  get unanchored(): number {
    return this.pending.length;
  }

  /** Makes the anchor that is due, if any, and passes waiting ones on. Returns whether to poll again immediately. */
  async poll(signal: AbortSignal): Promise<boolean> {
    const { logger, sinks, clock = () => new Date() } = this.options;
    const now = clock();
    const more = await this.read(now);
    const isDue = this.pending.length >= ANCHOR_EVENTS_MAX || now.getTime() - this.since >= DAY_MS;
    if (isDue) {
      const { to, count } = await this.anchor(now);
      logger.info({ to, count }, 'the log is anchored');
    }
    const isLast = !more || !isDue;
    let left = false;
    for (const sink of sinks) {
      if (signal.aborted) break;
      left = (await this.handOut(sink, isLast, signal)) || left;
    }
    return !isLast || left;
  }

  private async read(now: Date): Promise<boolean> {
    const { pending } = this;
    const wanted = ANCHOR_EVENTS_MAX - pending.length;
    if (wanted === 0) return true;
    const page = await this.options.store.readAll(pending.at(-1)?.position ?? this.chain.anchoredTo, { limit: wanted });
    const [first] = page;
    if (pending.length === 0 && first !== undefined) {
      this.since = Math.min(now.getTime(), Date.parse(first.metadata.recordedAt));
    }
    for (const { id, position, metadata } of page) pending.push({ id, position, hash: metadata.hash });
    return page.length === wanted;
  }

  private async anchor(now: Date): Promise<Anchor> {
    const { chain } = this;
    await this.compareFolder();
    const anchor = {
      ...makeAnchor(chain.logId, chain.last, this.pending, now.toISOString()),
      // The last anchor's own position may be that of another log.
      after: chain.anchoredTo?.toString() ?? null,
    };
    await this.client.query(INSERT, [...valuesOf({ part: chain.part, to: anchor.to, anchor }), []]);
    [chain.last, chain.anchoredTo] = [anchor, BigInt(anchor.to)];
    this.pending.length = 0;
    this.since = Infinity;
    return anchor;
  }

  /** Gives a sink anchors that it lacks, only in full batches while catching up. Returns whether it lacks more. */
  private async handOut(sink: AnchorSink, isLast: boolean, signal: AbortSignal): Promise<boolean> {
    const { client, options } = this;
    const { name, most } = sink;
    const { rows } = await client.query<AnchorRow & { count: number }>(LACKING, [name, most]);
    const first = rows.map(anchorIn);
    const waiting = rows[0]?.count ?? 0;
    this.waiting[name] = waiting;
    const isPausing = performance.now() < (this.retryAt.get(name) ?? 0);
    if (waiting === 0 || (!isLast && waiting < most) || isPausing) return false;
    try {
      await sink.keep(first, signal);
    } catch (err) {
      if (err instanceof AnchorsRefused || signal.aborted) throw err;
      this.retryAt.set(name, performance.now() + SINK_RETRY_MS);
      options.logger.error({ err, sink: name, waiting, retryInMs: SINK_RETRY_MS }, 'anchors could not be kept');
      return false;
    }
    const { rowCount } = await client.query(MARK_KEPT, [name, first.map(placeKey)]);
    if (rowCount !== first.length) {
      throw new AnchorsRefused(
        `The database no longer holds the anchor up to position ${first.at(-1)?.to}, or no longer shows that ${name} lacks it: app.anchors was changed`,
      );
    }
    this.waiting[name] = waiting - first.length;
    return waiting > first.length;
  }

  private async compareFolder(): Promise<void> {
    const folder = folderOf(this.options.sinks);
    if (folder !== null) await folder.compare((await this.client.query<StoredPlace>(ALL_PLACES, [folder.name])).rows);
  }
}

const folderOf = (sinks: readonly AnchorSink[]): AnchorFolder | null =>
  sinks.find((sink) => sink instanceof AnchorFolder) ?? null;

const valuesOf = ({ part, to, anchor }: MadeAnchor): unknown[] => [part, to, writeAnchor(anchor)];
