import { expectedAfter, seal, upcast, type CommandMetadata, type RecordedEvent, type Refused } from '@fairmark/events';
import { StoreUnavailable, type AppendResult, type EventStore } from '../port/event-store.js';
import { wholeStream } from '../port/encoding.js';
import { FoldedStream, type Fold, type KnownCommand } from './folded-stream.js';
import { KeyedMutex } from './keyed-mutex.js';
import { Patience } from './patience.js';

interface DomainEvent {
  type: string;
  data: object;
}

/** `keyed`: its sender may send it again, so that it is remembered even where it changes nothing. */
export type StreamCommand = CommandMetadata & { keyed?: boolean };

/** A decider with its command: what happens to the aggregate as it stands. Called anew for every try. */
export type DecideOn<State, Event> = (
  state: State | null,
  now: string,
) => { ok: true; events: readonly Event[] } | Refused;

/** What a command did: the state right after it, and the events it wrote (none, or `noted`, where nothing was to change). */
export interface Carried<State> {
  state: State;
  events: readonly RecordedEvent[];
  revision: bigint;
  position: bigint;
}

type Answer<State, T> = (carried: Carried<State>) => T;

type Folded<State> = FoldedStream<State> | null;

/** A kind of stream. */
export interface Aggregate<State, Event extends DomainEvent> {
  streamOf: (id: string) => string;
  fold: Fold<State>;
  schemaVersions: Readonly<Record<Event['type'], number>>;
  /** Written for a keyed command that changes nothing, so that its late retry changes nothing either. */
  noted: Event;
}

export interface CommandHandling<State, Event extends DomainEvent> {
  store: EventStore;
  clock: () => Date;
  refuse: (refused: Refused) => Error;
  /** Why the stream takes no such events from the command's actor any more; null while it does. */
  full?: (folded: FoldedStream<State>, command: CommandMetadata, events: readonly Event[]) => Error | null;
  /** Asked right before the append. Rejects to prevent it. */
  admission?: { admit: (stream: string, command: CommandMetadata, events: readonly Event[]) => Promise<void> };
  /** Resolves when what others are known to have written was offered to `learn`, null at once: a command waits for it. */
  othersRead?: () => Promise<void> | null;
  /** Keeps folded streams; without it, every command reads its whole stream. */
  cache?: {
    get: (id: string) => FoldedStream<State> | undefined;
    set: (id: string, folded: FoldedStream<State>) => unknown;
    delete: (id: string) => unknown;
    clear: () => void;
  };
}

interface Task<State, Event, T> {
  command: StreamCommand;
  decide: DecideOn<State, Event>;
  answer: Answer<State, T>;
  patience: Patience;
}

/**
 * The streams of one kind of aggregate: a command folds, decides, appends at the revision that it folded, and answers. With a
 * cache that is one append and no read: a stale fold can't do harm, because the append is refused at its revision, and a
 * refusal or a "nothing to do" is only said after the stream's tail was read.
 *
 * The log alone knows which commands were carried out (metadata.commandId), so a retry gets the first answer even from
 * another process, and after a crash between the append and the answer.
 */
export class CommandHandler<State, Event extends DomainEvent> {
  /** Commands of one stream wait for each other, so that those of one process never conflict. */
  private readonly mutex: KeyedMutex;

  constructor(
    private readonly aggregate: Aggregate<State, Event>,
    private readonly handling: CommandHandling<State, Event>,
  ) {
    this.mutex = new KeyedMutex(() => handling.refuse({ ok: false, code: 'UNAVAILABLE' }));
  }

  /** The aggregate as the log has it now, null when there is none. @throws StoreUnavailable */
  async latest(id: string): Promise<Folded<State>> {
    const folded = this.handling.cache?.get(id) ?? null;
    return this.adopt(id, await this.read(id, folded === null ? 0n : folded.revision + 1n), folded);
  }

  /** The aggregate as it is kept if that is not before a revision, else as the log has it now. @throws StoreUnavailable */
  async since(id: string, revision: bigint): Promise<Folded<State>> {
    const kept = this.handling.cache?.get(id);
    return kept !== undefined && kept.revision >= revision ? kept : this.latest(id);
  }

  /** Takes an event, upcast, that a feed of the log brings, so that a stream that is kept need not read it. Others are left alone. */
  learn(id: string, event: RecordedEvent): void {
    const kept = this.handling.cache?.get(id);
    if (kept !== undefined && event.revision === kept.revision + 1n) this.adopt(id, [event], kept);
  }

  /** Drops every stream that is kept: the log may have lost events that were folded, as after a failover. */
  forgetAll(): void {
    this.handling.cache?.clear();
  }

  /**
   * Carries a command out, once. `answer` is called with the state as it was right after the command, for a retry as for
   * the first time.
   *
   * @throws what `refuse` makes of the decision, of IDEMPOTENCY_KEY_REUSED, and of UNAVAILABLE when others kept writing first;
   *   what `full` returns and `admission` throws
   * @throws StoreUnavailable when the log does not answer: the outcome is unknown, so send it again with the same id
   */
  execute<T>(id: string, command: StreamCommand, decide: DecideOn<State, Event>, answer: Answer<State, T>): Promise<T> {
    const task = { command, decide, answer, patience: new Patience() };
    return this.mutex.run(id, () => this.decideAndAppend(id, task));
  }

  /** The answer to a command that the stream already holds, null when it does not. @throws as `execute` */
  async repeated<T>(id: string, command: CommandMetadata, answer: Answer<State, T>): Promise<T | null> {
    const known = this.known(await this.latest(id), command);
    return known === null ? null : this.repeat(id, known, answer);
  }

  /** What the decision, taken now, would write. @throws what it refuses */
  async preview(id: string, decide: DecideOn<State, Event>): Promise<readonly Event[]> {
    const { decision } = this.decideOn(await this.latest(id), decide);
    if (!decision.ok) throw this.handling.refuse(decision);
    return decision.events;
  }

  /** The first events of the stream, upcast. @throws Error when it has fewer; StoreUnavailable */
  async events(id: string, count: number): Promise<RecordedEvent[]> {
    const events = (await this.read(id, 0n)).slice(0, count);
    if (events.length < count) throw new Error(`${this.aggregate.streamOf(id)} has lost its tail`);
    return events;
  }

  private async decideAndAppend<T>(id: string, task: Task<State, Event, T>): Promise<T> {
    const { command, decide, answer, patience } = task;
    const cached = await this.kept(id);
    // Only what was just read is good enough for saying no.
    let fresh = cached === null;
    let folded = cached ?? (await this.latest(id));
    for (;;) {
      const known = this.known(folded, command);
      if (known !== null) return this.repeat(id, known, answer);

      const { decision, now } = this.decideOn(folded, decide);
      const events = decision.ok ? this.orNoted(decision.events, folded, command) : [];
      if (events.length > 0) {
        const result = await this.append(id, folded, { command, now, events, patience });
        if (result.outcome === 'appended') return this.answered(id, folded, result, answer);
        // Another command was first, or an earlier attempt of this very one: read what, and decide again.
        if (!(await patience.again())) throw this.handling.refuse({ ok: false, code: 'UNAVAILABLE' });
        folded = await this.afterConflict(id, folded, result.actual ?? -1n);
      } else if (fresh) {
        if (!decision.ok) throw this.handling.refuse(decision);
        if (folded === null) throw new Error(`${this.aggregate.streamOf(id)} does not exist, and was left as it is`);
        return answerWith(folded, [], answer);
      } else {
        folded = await this.latest(id);
      }
      fresh = true;
    }
  }

  /** The aggregate as it is at the revision that the log has, -1 for none. A fold beyond that holds events that the log has lost. */
  private async afterConflict(id: string, folded: Folded<State>, actual: bigint): Promise<Folded<State>> {
    await this.kept(id);
    if (actual < (folded?.revision ?? -1n)) this.handling.cache?.delete(id);
    return this.since(id, actual);
  }

  /** The aggregate as it is kept, with what others are known to have written; null where it is not kept. */
  private async kept(id: string): Promise<Folded<State>> {
    const { cache, othersRead } = this.handling;
    if (cache?.get(id) === undefined) return null;
    const read = othersRead?.() ?? null;
    if (read !== null) await read;
    return cache.get(id) ?? null;
  }

  private decideOn(folded: Folded<State>, decide: DecideOn<State, Event>) {
    const time = this.handling.clock().toISOString();
    const last = folded?.tail.recordedAt ?? time;
    // The stream's clock does not run backwards.
    const now = last > time ? last : time;
    return { decision: decide(folded?.state ?? null, now), now };
  }

  private orNoted(events: readonly Event[], folded: Folded<State>, command: StreamCommand): readonly Event[] {
    if (events.length > 0 || command.keyed !== true || folded === null) return events;
    const noted = [this.aggregate.noted];
    return (this.handling.full?.(folded, command, noted) ?? null) === null ? noted : events;
  }

  /** Appends until the outcome is known: a retry carries the same ids, and the log recognises what it already holds. */
  private async append(
    id: string,
    folded: Folded<State>,
    attempt: { command: CommandMetadata; now: string; events: readonly Event[]; patience: Patience },
  ): Promise<AppendResult> {
    const { command, now, events, patience } = attempt;
    const { store, full, admission } = this.handling;
    // Of the state that was decided on: while admission is asked, a reader or the feed may fold more.
    const tail = folded?.tail ?? null;
    const why = folded === null ? null : (full?.(folded, command, events) ?? null);
    if (why !== null) throw why;
    const stream = this.aggregate.streamOf(id);
    await admission?.admit(stream, command, events);
    const { schemaVersions } = this.aggregate;
    const sealed = seal<Event['type'], Event>({ stream, tail, events, schemaVersions, command, now });
    for (;;) {
      try {
        return await store.append(stream, expectedAfter(tail), sealed);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !(await patience.again())) throw error;
      }
    }
  }

  private async answered<T>(
    id: string,
    before: Folded<State>,
    appended: Extract<AppendResult, { outcome: 'appended' }>,
    answer: Answer<State, T>,
  ): Promise<T> {
    const events = appended.events.map(upcast);
    const folded = this.adopt(id, events, before);
    if (folded?.revision === appended.revision) return answerWith(folded, events, answer);
    // A reader has already folded a later event: look at the state as it was after this command.
    const first = appended.revision - BigInt(events.length - 1);
    return this.repeat(id, { first, count: events.length }, answer);
  }

  private async repeat<T>(
    id: string,
    { first, count }: Pick<KnownCommand, 'first' | 'count'>,
    answer: Answer<State, T>,
  ): Promise<T> {
    const until = Number(first) + count;
    const events = await this.events(id, until);
    const then = FoldedStream.of(events, this.aggregate.fold);
    if (then === null) throw new Error(`${this.aggregate.streamOf(id)} is empty`);
    return answerWith(then, events.slice(-count), answer);
  }

  private known(folded: Folded<State>, { commandId, fingerprint }: CommandMetadata): KnownCommand | null {
    const known = folded?.commands.get(commandId) ?? null;
    if (known === null || known.fingerprint === fingerprint) return known;
    throw this.handling.refuse({ ok: false, code: 'IDEMPOTENCY_KEY_REUSED' });
  }

  /** Folds events into what is cached; a fold that can't take them is forgotten, never left half done. */
  private adopt(id: string, events: readonly RecordedEvent[], folded: Folded<State>): Folded<State> {
    const { cache } = this.handling;
    // Another reader may have brought the same stream meanwhile, further or, when it had been forgotten, less far.
    const kept = cache?.get(id) ?? folded;
    const furthest = kept !== null && folded !== null && folded.revision > kept.revision ? folded : kept;
    try {
      furthest?.apply(events);
      const known = furthest ?? FoldedStream.of(events, this.aggregate.fold);
      if (known !== null) cache?.set(id, known);
      return known;
    } catch (error) {
      cache?.delete(id);
      throw error;
    }
  }

  private async read(id: string, from: bigint): Promise<RecordedEvent[]> {
    return (await wholeStream(this.handling.store, this.aggregate.streamOf(id), { from })).map(upcast);
  }
}

function answerWith<State, T>(
  { state, revision, position }: FoldedStream<State>,
  events: readonly RecordedEvent[],
  answer: Answer<State, T>,
): T {
  return answer({ state, events, revision, position });
}
