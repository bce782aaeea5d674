import { AnchorUnreadable, readAnchor, writeAnchor } from '@fairmark/event-store';
import type { Client } from 'pg';
import { AnchorFolder } from './anchor-folder.js';
import type { AnchorerOptions } from './anchorer.js';
import { bodyAt, insertAnchor, lastAnchor, markKept, placesOf, waitingFor, type AnchorRow } from './anchor-rows.js';
import { anchoredTo } from './anchored-to.js';
import { AnchorsRefused, placeKey, type AnchorSink, type MadeAnchor } from './anchor-sink.js';
import { PendingEvents } from './pending-events.js';

/** A sink that failed is left alone for longer and longer. */
interface Trouble {
  failures: number;
  until: number;
}

/** Anchors that are remembered while a sink does not take them, 11 kB each; further ones are read from their rows. */
const OWED_MAX = 200;

const RETRY_MS = { first: 5_000, most: 15 * 60_000 };

/** The anchoring of a log by the one process that has the lock, for as long as its session lasts. */
export class Anchoring {
  /** Anchors that a sink has not taken yet, by its name. */
  waiting: Record<string, number> = {};
  private readonly troubles = new Map<string, Trouble>();
  /**
   * What this session made and sinks have not taken yet, with their names: as it was made. Its row tells another session what is left
   * to do; whoever can write to the database can change that.
   */
  private readonly owed = new Map<string, { made: MadeAnchor; to: Set<string> }>();

  private constructor(
    private readonly client: Client,
    private readonly options: AnchorerOptions,
    private readonly pending: PendingEvents,
    private readonly part: number,
  ) {}

  /** Finds out where the next anchor begins. Throws `AnchorsRefused` where log, database and folder contradict each other. */
  static async begin(client: Client, options: AnchorerOptions): Promise<Anchoring> {
    const { store, sinks } = options;
    const logId = await store.logId();
    const known = await lastKnown(client);
    // A database that knows of no anchors, such as one that was restored, goes on from those of the folder: they say more than it.
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

  /** Events after the last anchor that were seen. */
  get unanchored(): number {
    return this.pending.length;
  }

  /** One look: makes the anchor that is due, and hands out what waits. Whether another look is worth while at once. */
  async look(signal: AbortSignal): Promise<boolean> {
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
        // The others get theirs first: they may have nowhere else to come from.
        refused ??= error;
      }
    }
    if (refused !== null) throw refused;
    return !isLast || left;
  }

  /** Hands a sink what it does not have. While the log is being caught up with, only as much as it takes at once. Whether there is more. */
  private async handOut(sink: AnchorSink, isLast: boolean, signal: AbortSignal): Promise<boolean> {
    const { client } = this;
    const own = [...this.owed.values()].filter(({ to }) => to.has(sink.name)).map(({ made }) => made);
    const { first, count } = await waitingFor(client, sink);
    const waiting = Math.max(count, own.length);
    this.waiting[sink.name] = waiting;
    const trouble = this.troubles.get(sink.name) ?? { failures: 0, until: 0 };
    if (waiting === 0 || (!isLast && waiting < sink.most) || performance.now() < trouble.until) return false;
    // What this session made is handed out as it was made, whatever became of its row.
    const anchors = waiting === own.length ? own.slice(0, sink.most) : first.map((row) => this.asMade(row));
    try {
      await sink.keep(anchors, signal);
    } catch (err) {
      if (err instanceof AnchorsRefused || signal.aborted) throw err;
      const pauseMs = Math.min(RETRY_MS.first * 2 ** trouble.failures, RETRY_MS.most);
      this.troubles.set(sink.name, { failures: trouble.failures + 1, until: performance.now() + pauseMs });
      this.options.logger.error({ err, sink: sink.name, waiting, retryInMs: pauseMs }, 'anchors could not be kept');
      return false;
    }
    this.troubles.delete(sink.name);
    this.taken(sink, anchors);
    if ((await markKept(client, sink.name, anchors)) < anchors.length) {
      throw new AnchorsRefused(
        `The database forgot that ${sink.name} had not got an anchor yet, or the anchor itself, up to position ${anchors.at(-1)?.to}: somebody changed app.anchors`,
      );
    }
    this.waiting[sink.name] = waiting - anchors.length;
    return waiting > anchors.length;
  }

  private taken({ name }: AnchorSink, anchors: readonly MadeAnchor[]): void {
    for (const key of anchors.map(placeKey)) {
      const to = this.owed.get(key)?.to;
      to?.delete(name);
      if (to?.size === 0) this.owed.delete(key);
    }
  }

  /** An anchor that a row holds. Throws `AnchorsRefused` when it is none, or another one than was made. */
  private asMade({ part, to, body }: AnchorRow): MadeAnchor {
    const own = this.owed.get(placeKey({ part, to }))?.made;
    try {
      const anchor = readAnchor(body);
      if (own !== undefined && writeAnchor(own.anchor) !== body) throw new AnchorUnreadable('it was made otherwise');
      if (anchor.to !== to) throw new AnchorUnreadable(`it ends at ${anchor.to}`);
      return { part, to, anchor };
    } catch (cause) {
      if (!(cause instanceof AnchorUnreadable)) throw cause;
      const which = `The database's copy of the anchor up to position ${to}, which is to be handed out,`;
      throw new AnchorsRefused(`${which} was changed: ${cause.message}`, { cause });
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

/** Throws `AnchorsRefused` when the database remembers another anchor than the folder has: the next one would be chained to a forgery. */
async function compareLast(client: Client, folder: AnchorFolder | null): Promise<void> {
  const there = (await folder?.last()) ?? null;
  const same = there === null ? null : await bodyAt(client, there);
  if (there === null || same === null || same === writeAnchor(there.anchor)) return;
  throw new AnchorsRefused(
    `The anchor up to position ${there.to} in the folder is another one than the database remembers: one of the two was changed`,
  );
}

async function lastKnown(client: Client): Promise<MadeAnchor | null> {
  try {
    return await lastAnchor(client);
  } catch (cause) {
    if (!(cause instanceof AnchorUnreadable)) throw cause;
    throw new AnchorsRefused(`The database's copy of the last anchor was changed: ${cause.message}`, { cause });
  }
}
