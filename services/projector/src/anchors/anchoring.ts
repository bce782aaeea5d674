import { writeAnchor, type EventStore, type Pauses } from '@fairmark/event-store';
import type { Logger } from '@fairmark/server';
import type { Client } from 'pg';
import { AnchorFolder } from './anchor-folder.js';
import { anchorIn, bodyAt, insertAnchor, lastAnchor, markKept, placesOf, waitingFor } from './anchor-rows.js';
import { anchoredTo } from './anchored-to.js';
import { AnchorsRefused, placeKey, type AnchorSink, type MadeAnchor } from './anchor-sink.js';
import { PendingEvents } from './pending-events.js';

export interface AnchorerOptions {
  databaseUrl: string;
  /** The caller closes it. */
  store: EventStore;
  logger: Logger;
  /** Where anchors are kept. Without sinks, no anchors are made. */
  sinks: readonly AnchorSink[];
  /** The current time; replaced in tests. */
  clock?: () => Date;
  /** Pause between two polls of the log, milliseconds. */
  everyMs?: number;
  /** Back-off after errors, milliseconds: the first pause, and the longest. */
  backOffMs?: Pauses;
}

/** Back-off of a sink that failed. */
interface SinkBackOff {
  failures: number;
  until: number;
}

/** Most anchors, 11 kB each, held in memory for sinks that fail; further ones are read from their rows. */
const OWED_MAX = 200;

const RETRY_MS = { first: 5_000, most: 15 * 60_000 };

/** Anchors a log for as long as the session that holds the lock lasts. */
export class Anchoring {
  /** Number of anchors that a sink has not kept yet, by the sink's name. */
  waiting: Record<string, number> = {};
  private readonly backOffs = new Map<string, SinkBackOff>();
  /**
   * Anchors that this session made, with the names of the sinks that still lack them. They are authentic, unlike their
   * rows, which a later session depends on but database users can change.
   */
  private readonly owed = new Map<string, { made: MadeAnchor; to: Set<string> }>();

  private constructor(
    private readonly client: Client,
    private readonly options: AnchorerOptions,
    private readonly pending: PendingEvents,
    private readonly part: number,
  ) {}

  /** Finds where the next anchor begins. Throws `AnchorsRefused` if log, database and folder contradict each other. */
  static async begin(client: Client, options: AnchorerOptions): Promise<Anchoring> {
    const { store, sinks } = options;
    const logId = await store.logId();
    const known = await lastAnchor(client);
    // A database without anchors, such as a restored one, continues from the folder's last anchor.
    const last = known ?? (await folderOf(sinks)?.last()) ?? null;
    const to = last === null ? null : await anchoredTo(store, last.anchor, () => client.query('select 1'));
    await compareLast(client, folderOf(sinks));
    if (last !== null && known === null) {
      const names = sinks.map(({ name }) => name);
      await insertAnchor(client, last, names);
    }
    const isMoved = last !== null && last.anchor.logId !== logId;
    const part = (last?.part ?? 1) + (isMoved ? 1 : 0);
    const anchoring = new Anchoring(client, options, new PendingEvents(logId, last?.anchor ?? null, to), part);
    await anchoring.compareFolder();
    return anchoring;
  }

  /** Events read so far that no anchor covers. */
  get unanchored(): number {
    return this.pending.length;
  }

  /** Makes the anchor that is due, if any, and passes waiting ones on. Returns whether to poll again immediately. */
  async poll(signal: AbortSignal): Promise<boolean> {
    const { store, logger, sinks, clock = () => new Date() } = this.options;
    const now = clock();
    const more = await this.pending.read(store, now);
    const anchor = this.pending.due(now);
    if (anchor !== null) {
      await this.compareFolder();
      const made = { part: this.part, to: anchor.to, anchor };
      await insertAnchor(this.client, made);
      this.pending.anchored(anchor);
      const owed = { made, to: new Set(sinks.map(({ name }) => name)) };
      if (this.owed.size < OWED_MAX) this.owed.set(placeKey(made), owed);
      logger.info({ to: anchor.to, count: anchor.count }, 'the log is anchored');
    }
    const isLast = !more || anchor === null;
    let left = false;
    let refused: AnchorsRefused | null = null;
    for (const sink of sinks) {
      if (signal.aborted) break;
      try {
        left = (await this.handOut(sink, isLast, signal)) || left;
      } catch (error) {
        if (!(error instanceof AnchorsRefused)) throw error;
        // Serve the other sinks first: the anchors that this session holds in memory would be lost.
        refused ??= error;
      }
    }
    if (refused !== null) throw refused;
    return !isLast || left;
  }

  /** Gives a sink anchors that it lacks, only in full batches while catching up. Returns whether it lacks more. */
  private async handOut(sink: AnchorSink, isLast: boolean, signal: AbortSignal): Promise<boolean> {
    const { client } = this;
    const own = [...this.owed.values()].filter(({ to }) => to.has(sink.name)).map(({ made }) => made);
    const { first, count } = await waitingFor(client, sink);
    const waiting = Math.max(count, own.length);
    this.waiting[sink.name] = waiting;
    const backOff = this.backOffs.get(sink.name) ?? { failures: 0, until: 0 };
    if (waiting === 0 || (!isLast && waiting < sink.most) || performance.now() < backOff.until) return false;
    // Prefer the anchors in memory to their rows, which may have been changed.
    const anchors =
      waiting === own.length
        ? own.slice(0, sink.most)
        : first.map((row) => anchorIn(row, this.owed.get(placeKey(row))?.made));
    try {
      await sink.keep(anchors, signal);
    } catch (err) {
      if (err instanceof AnchorsRefused || signal.aborted) throw err;
      const pauseMs = Math.min(RETRY_MS.first * 2 ** backOff.failures, RETRY_MS.most);
      this.backOffs.set(sink.name, { failures: backOff.failures + 1, until: performance.now() + pauseMs });
      this.options.logger.error({ err, sink: sink.name, waiting, retryInMs: pauseMs }, 'anchors could not be kept');
      return false;
    }
    this.backOffs.delete(sink.name);
    this.forgetKept(sink, anchors);
    if ((await markKept(client, sink.name, anchors)) < anchors.length) {
      throw new AnchorsRefused(
        `The database no longer holds the anchor up to position ${anchors.at(-1)?.to}, or no longer shows that ${sink.name} lacks it: app.anchors was changed`,
      );
    }
    this.waiting[sink.name] = waiting - anchors.length;
    return waiting > anchors.length;
  }

  private forgetKept({ name }: AnchorSink, anchors: readonly MadeAnchor[]): void {
    for (const key of anchors.map(placeKey)) {
      const to = this.owed.get(key)?.to;
      to?.delete(name);
      if (to?.size === 0) this.owed.delete(key);
    }
  }

  private async compareFolder(): Promise<void> {
    const folder = folderOf(this.options.sinks);
    if (folder === null) return;
    await folder.compare(await placesOf(this.client, folder.name));
  }
}

const folderOf = (sinks: readonly AnchorSink[]): AnchorFolder | null =>
  sinks.find((sink) => sink instanceof AnchorFolder) ?? null;

/** Throws `AnchorsRefused` if database and folder differ on the last anchor: the next one could extend a forgery. */
async function compareLast(client: Client, folder: AnchorFolder | null): Promise<void> {
  const last = (await folder?.last()) ?? null;
  const stored = last === null ? null : await bodyAt(client, last);
  if (last === null || stored === null || stored === writeAnchor(last.anchor)) return;
  throw new AnchorsRefused(
    `The anchor up to position ${last.to} in the folder differs from the copy in the database: one of the two was changed`,
  );
}
