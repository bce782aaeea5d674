import { tailOf, type RecordedEvent, type StreamTail } from '@fairmark/events';

/** Folds further upcast events into a state, in place; null if there is neither a state nor an event. */
export type Fold<State> = (events: readonly RecordedEvent[], from: State | null) => State | null;

/** The fingerprint of a command's request body, and the revision of its last event in the stream. */
interface KnownCommand {
  fingerprint: string;
  last: bigint;
}

/** Outcome of a command: the state right after it and the events it wrote (none or `noted` if it changed nothing). */
export interface Carried<State> {
  state: State;
  events: readonly RecordedEvent[];
  revision: bigint;
  position: bigint;
}

/**
 * An aggregate, folded as far as this process has read its stream. Only recorded events change it, in place, each once
 * and in order, so it never holds anything that is not in the log.
 */
export class FoldedStream<State> {
  /** Every command that appended to this stream, by id; identifies retries. */
  readonly commands = new Map<string, KnownCommand>();
  private readonly caused = new Map<string, number>();

  private constructor(
    private readonly fold: Fold<State>,
    readonly state: State,
    private last: RecordedEvent,
  ) {
    this.remember(last);
  }

  /** Folds a stream from its first event on. @throws Error without that event */
  static of<State>([first, ...rest]: readonly RecordedEvent[], fold: Fold<State>): FoldedStream<State> {
    const state = first?.revision === 0n ? fold([first], null) : null;
    if (first === undefined || state === null) throw new Error(`${first?.stream} was not read from its first event`);
    const folded = new FoldedStream(fold, state, first);
    folded.apply(rest);
    return folded;
  }

  get revision(): bigint {
    return this.last.revision;
  }

  get position(): bigint {
    return this.last.position;
  }

  /** The last event's hash and time, to which the next event is chained. */
  get tail(): StreamTail {
    return tailOf(this.last);
  }

  /** The outcome of the command that appended `events`, the last ones folded. */
  carried(events: readonly RecordedEvent[]): Carried<State> {
    const { state, revision, position } = this;
    return { state, events, revision, position };
  }

  causedBy(actorId: string): number {
    return this.caused.get(actorId) ?? 0;
  }

  /** Folds the next events of the stream; skips those already folded, since two readers may deliver the same. */
  apply(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.revision <= this.last.revision) continue;
      if (event.revision !== this.last.revision + 1n) {
        throw new Error(`${event.stream} skips from revision ${this.last.revision} to ${event.revision}`);
      }
      this.fold([event], this.state);
      this.last = event;
      this.remember(event);
    }
  }

  private remember({ metadata, revision }: RecordedEvent): void {
    const { commandId, fingerprint, actorId } = metadata;
    this.caused.set(actorId, this.causedBy(actorId) + 1);
    this.commands.set(commandId, { fingerprint, last: revision });
  }
}
