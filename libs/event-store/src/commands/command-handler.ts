import { expectedAfter, seal, upcast, type CommandMetadata, type RecordedEvent, type Refused } from '@fairmark/events';
import { StoreUnavailable, type AppendResult, type EventStore } from '../port/event-store.js';
import { wholeStream } from '../port/encoding.js';
import { FoldedStream, type Carried, type Fold } from './folded-stream.js';
import { KeyedMutex, type Patience } from './keyed-mutex.js';

interface DomainEvent {
  type: string;
  data: object;
}

/** `keyed`: the command has an Idempotency-Key, so the log records it even if it changes nothing. */
export type StreamCommand = CommandMetadata & { keyed?: boolean };

/** A decider bound to its command. Called again for every attempt, with the aggregate's current state. */
export type DecideOn<State, Event> = (
  state: State | null,
  now: string,
) => { ok: true; events: readonly Event[] } | Refused;

type Answer<State, T> = (carried: Carried<State>) => T;

type Folded<State> = FoldedStream<State> | null;

/** How one kind of aggregate maps to streams and events. */
export interface Aggregate<State, Event extends DomainEvent> {
  streamOf: (id: string) => string;
  fold: Fold<State>;
  schemaVersions: Readonly<Record<Event['type'], number>>;
  /** Appended for a keyed command that changes nothing, so that a late retry changes nothing either. */
  noted: Event;
}

export interface CommandHandling<State, Event extends DomainEvent> {
  store: Pick<EventStore, 'append' | 'readStream'>;
  clock: () => Date;
  refuse: (refused: Refused) => Error;
  /** The error if these events would exceed a limit of the stream, in total or per actor; otherwise null. */
  full?: (folded: FoldedStream<State>, command: CommandMetadata, events: readonly Event[]) => Error | null;
  /** Called right before the append; rejects to prevent it. */
  admission?: { admit: (stream: string, command: CommandMetadata, events: readonly Event[]) => Promise<void> };
  /** Cache of folded streams; without it, every command reads its whole stream. */
  cache?: {
    get: (id: string) => FoldedStream<State> | undefined;
    set: (id: string, folded: FoldedStream<State>) => unknown;
    delete: (id: string) => unknown;
  };
}

/**
 * Executes commands on one kind of aggregate: fold the stream, decide, append at the folded revision, answer. A stale
 * cached fold is harmless: the append conflicts, and a refusal or "nothing to do" is answered only after the stream's
 * tail was read. Only the log records which commands were executed, so a retry gets the first answer from any process.
 */
export class CommandHandler<State, Event extends DomainEvent> {
  /** Serialises the commands of each stream, so that commands of this process never conflict with each other. */
  private readonly mutex: KeyedMutex;

  constructor(
    private readonly aggregate: Aggregate<State, Event>,
    private readonly handling: CommandHandling<State, Event>,
  ) {
    this.mutex = new KeyedMutex(() => handling.refuse({ ok: false, code: 'UNAVAILABLE' }));
  }

  /** The aggregate's current state in the log; null if the stream does not exist. @throws StoreUnavailable */
  async latest(id: string): Promise<Folded<State>> {
    const folded = this.handling.cache?.get(id) ?? null;
    return this.foldIntoCache(id, await this.read(id, folded === null ? 0n : folded.revision + 1n), folded);
  }

  /** The cached aggregate if it is at least at `revision`, otherwise the latest. @throws StoreUnavailable */
  async since(id: string, revision: bigint): Promise<Folded<State>> {
    const kept = this.handling.cache?.get(id);
    return kept !== undefined && kept.revision >= revision ? kept : this.latest(id);
  }

  /** Folds an upcast event from a subscription into the cache if its stream is cached up to the event before it. */
  learn(id: string, event: RecordedEvent): void {
    const kept = this.handling.cache?.get(id);
    if (kept !== undefined && event.revision === kept.revision + 1n) this.foldIntoCache(id, [event], kept);
  }

  /**
   * Executes a command exactly once. `answer` receives the state right after the command, also on a retry.
   *
   * @throws the error of `refuse` (also IDEMPOTENCY_KEY_REUSED, and UNAVAILABLE after too many conflicts), `full` or
   *   `admission`; StoreUnavailable when the outcome is unknown: retry with the same command id
   */
  execute<T>(id: string, command: StreamCommand, decide: DecideOn<State, Event>, answer: Answer<State, T>): Promise<T> {
    return this.mutex.run(id, async (patience) => {
      const cached = this.handling.cache?.get(id) ?? null;
      // A refusal must rest on a fold that was just read.
      let fresh = cached === null;
      let folded = cached ?? (await this.latest(id));
      for (;;) {
        const earlier = this.answerOfRetry(id, folded, command, answer);
        if (earlier !== null) return earlier;

        const { decision, now } = this.decideOn(folded, decide);
        const events = decision.ok ? this.eventsOrNoted(decision.events, folded, command) : [];
        if (events.length > 0) {
          const result = await this.append(id, folded, { command, now, events, patience });
          if (result.outcome === 'appended') return this.answerAppended(id, folded, result, answer);
          // Another command, or an earlier attempt of this one, appended first: read the tail and decide again.
          if (!(await patience.pauseBeforeRetry())) throw this.handling.refuse({ ok: false, code: 'UNAVAILABLE' });
          folded = await this.afterConflict(id, folded, result.actual ?? -1n);
        } else if (fresh) {
          if (!decision.ok) throw this.handling.refuse(decision);
          if (folded === null) throw new Error(`${this.aggregate.streamOf(id)} does not exist after the command`);
          return answer(folded.carried([]));
        } else {
          folded = await this.latest(id);
        }
        fresh = true;
      }
    });
  }

  /** The answer to a command that was already executed; null if it was not. @throws as `execute` */
  async repeated<T>(id: string, command: CommandMetadata, answer: Answer<State, T>): Promise<T | null> {
    return this.answerOfRetry(id, await this.latest(id), command, answer);
  }

  /** The events that the decision would append now. @throws the error of `refuse` if it refuses */
  async preview(id: string, decide: DecideOn<State, Event>): Promise<readonly Event[]> {
    const { decision } = this.decideOn(await this.latest(id), decide);
    if (!decision.ok) throw this.handling.refuse(decision);
    return decision.events;
  }

  /** The first `count` events of the stream, upcast. @throws Error if it has fewer; StoreUnavailable */
  async events(id: string, count: number): Promise<RecordedEvent[]> {
    const events = (await this.read(id, 0n)).slice(0, count);
    if (events.length < count) throw new Error(`${this.aggregate.streamOf(id)} has fewer than ${count} events`);
    return events;
  }

  /** The aggregate after a conflict at `actual` (-1: no stream). A fold beyond that contains events that the log has lost. */
  private async afterConflict(id: string, folded: Folded<State>, actual: bigint): Promise<Folded<State>> {
    if (actual < (folded?.revision ?? -1n)) this.handling.cache?.delete(id);
    return this.since(id, actual);
  }

  private decideOn(folded: Folded<State>, decide: DecideOn<State, Event>) {
    const time = this.handling.clock().toISOString();
    const last = folded?.tail.recordedAt ?? time;
    // Times within a stream never decrease, even if this clock is behind another process's.
    const now = last > time ? last : time;
    return { decision: decide(folded?.state ?? null, now), now };
  }

  private eventsOrNoted(events: readonly Event[], folded: Folded<State>, command: StreamCommand): readonly Event[] {
    if (events.length > 0 || command.keyed !== true || folded === null) return events;
    const noted = [this.aggregate.noted];
    return (this.handling.full?.(folded, command, noted) ?? null) === null ? noted : events;
  }

  /** Appends, and retries until the outcome is known. Retries are safe: the log recognises events by their ids. */
  private async append(
    id: string,
    folded: Folded<State>,
    attempt: { command: CommandMetadata; now: string; events: readonly Event[]; patience: Patience },
  ): Promise<AppendResult> {
    const { command, now, events, patience } = attempt;
    const { store, full, admission } = this.handling;
    // Taken before the await: a reader or the subscription may fold more events during `admit`.
    const tail = folded?.tail ?? null;
    const limitError = folded === null ? null : (full?.(folded, command, events) ?? null);
    if (limitError !== null) throw limitError;
    const stream = this.aggregate.streamOf(id);
    await admission?.admit(stream, command, events);
    const { schemaVersions } = this.aggregate;
    const sealed = seal<Event['type'], Event>({ stream, tail, events, schemaVersions, command, now });
    for (;;) {
      try {
        return await store.append(stream, expectedAfter(tail), sealed);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !(await patience.pauseBeforeRetry())) throw error;
      }
    }
  }

  private async answerAppended<T>(
    id: string,
    before: Folded<State>,
    appended: Extract<AppendResult, { outcome: 'appended' }>,
    answer: Answer<State, T>,
  ): Promise<T> {
    const events = appended.events.map(upcast);
    const folded = this.foldIntoCache(id, events, before);
    if (folded?.revision === appended.revision) return answer(folded.carried(events));
    // A reader has already folded a later event, so rebuild the state right after this command.
    return this.answerAt(id, appended.revision, answer);
  }

  /** The answer to a command that the stream contains; null if it does not. @throws IDEMPOTENCY_KEY_REUSED */
  private answerOfRetry<T>(
    id: string,
    folded: Folded<State>,
    { commandId, fingerprint }: CommandMetadata,
    answer: Answer<State, T>,
  ): Promise<T> | null {
    const known = folded?.commands.get(commandId);
    if (known === undefined) return null;
    if (known.fingerprint === fingerprint) return this.answerAt(id, known.last, answer);
    throw this.handling.refuse({ ok: false, code: 'IDEMPOTENCY_KEY_REUSED' });
  }

  /** The answer to the command whose last event is at this revision. */
  private async answerAt<T>(id: string, revision: bigint, answer: Answer<State, T>): Promise<T> {
    const events = await this.events(id, Number(revision) + 1);
    const upToCommand = FoldedStream.of(events, this.aggregate.fold);
    const commandId = events.at(-1)?.metadata.commandId;
    return answer(upToCommand.carried(events.filter(({ metadata }) => metadata.commandId === commandId)));
  }

  private foldIntoCache(id: string, events: readonly RecordedEvent[], folded: Folded<State>): Folded<State> {
    const { cache } = this.handling;
    // Meanwhile another reader may have cached this stream at a later revision or, after an eviction, an earlier one.
    const cached = cache?.get(id) ?? null;
    const kept = cached ?? folded;
    const furthest = kept !== null && folded !== null && folded.revision > kept.revision ? folded : kept;
    furthest?.apply(events);
    if (furthest === null && events.length === 0) return null;
    const known = furthest ?? FoldedStream.of(events, this.aggregate.fold);
    if (known !== cached) cache?.set(id, known);
    return known;
  }

  private async read(id: string, from: bigint): Promise<RecordedEvent[]> {
    return (await wholeStream(this.handling.store, this.aggregate.streamOf(id), { from })).map(upcast);
  }
}
