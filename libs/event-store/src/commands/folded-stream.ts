import { tailOf, type RecordedEvent, type StreamTail } from '@fairmark/events';

/** The state with more events of its stream in it, upcast; null without any. The given state is changed in place. */
export type Fold<State> = (events: readonly RecordedEvent[], from: State | null) => State | null;

/** Where a command's events stand in the stream, and which body they came from. */
export interface KnownCommand {
  fingerprint: string;
  first: bigint;
  count: number;
}

/**
 * An aggregate as far as this process has read its stream. It changes in place and by recorded events alone, each once and in
 * order, so that it never says anything that the log does not.
 */
export class FoldedStream<State> {
  /** Every command that wrote to this stream, by its id: what makes a retry a retry. */
  readonly commands = new Map<string, KnownCommand>();
  private readonly caused = new Map<string, number>();

  private constructor(
    private readonly fold: Fold<State>,
    readonly state: State,
    private last: RecordedEvent,
  ) {
    this.remember(last);
  }

  static of<State>([first, ...rest]: readonly RecordedEvent[], fold: Fold<State>): FoldedStream<State> | null {
    if (first === undefined) return null;
    const state = first.revision === 0n ? fold([first], null) : null;
    if (state === null) throw new Error(`${first.stream} was not read from its first event`);
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

  /** What the stream's next event is chained to. */
  get tail(): StreamTail {
    return tailOf(this.last);
  }

  causedBy(actorId: string): number {
    return this.caused.get(actorId) ?? 0;
  }

  /** Takes the next events of the stream; those already folded are skipped, since two readers may bring the same. */
  apply(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.revision <= this.last.revision) continue;
      if (event.revision !== this.last.revision + 1n) {
        throw new Error(`${event.stream} goes from revision ${this.last.revision} to ${event.revision}`);
      }
      this.fold([event], this.state);
      this.last = event;
      this.remember(event);
    }
  }

  private remember({ metadata, revision }: RecordedEvent): void {
    const { commandId, fingerprint, actorId } = metadata;
    this.caused.set(actorId, this.causedBy(actorId) + 1);
    const known = this.commands.get(commandId);
    if (known === undefined) this.commands.set(commandId, { fingerprint, first: revision, count: 1 });
    else known.count += 1;
  }
}
