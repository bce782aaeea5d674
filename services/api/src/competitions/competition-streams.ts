import { LIMITS } from '@fairmark/contract';
import {
  COMPETITION_SCHEMA_VERSIONS,
  competitionStream,
  expectedAfter,
  foldCompetition,
  seal,
  tailOf,
  upcast,
  type CompetitionEvent,
  type CompetitionState,
  type RecordedEvent,
  type CompetitionDecision,
} from '@fairmark/events';
import { StoreUnavailable, type AppendResult, type EventStore } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import type { SentCommand } from '../match/commands/command-identity.js';
import { Patience } from '../match/streams/patience.js';
import { Turns } from '../match/streams/turns.js';
import { DailyCaps, type Admission } from '../limits/daily-caps.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, EVENT_STORE, LOGGER, type Clock, type Logger } from '../platform/tokens.js';

/** A decider with its command: what happens to a competition as it stands. Called anew for every try. */
export type DecideCompetition = (state: CompetitionState | null, now: string) => CompetitionDecision;

/** The competition right after a command, and where the command's last event stands. */
export interface CompetitionDone {
  state: CompetitionState;
  revision: bigint;
  position: bigint;
}

/** What a command is about to write, and how long it may go on trying. */
interface Attempt {
  command: SentCommand;
  now: string;
  written: readonly CompetitionEvent[];
  patience: Patience;
}

const PAGE = 1_000;
/** What may still happen to a competition that has grown beyond its limit. */
const LEAVING = new Set<string>([
  'CompetitionDeleted',
  'CompetitionPlayerRemoved',
  'CompetitionPlayerLeft',
  'CompetitionHostChanged',
  // Each player opens it once.
  'CompetitionOpened',
]);

/**
 * The competitions' streams. They are short and rarely written, so that every command and every look reads the whole stream;
 * commands are recognised as those of matches are, by the log alone.
 */
@Injectable()
export class CompetitionStreams {
  private readonly turns = new Turns();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DailyCaps) private readonly caps: Admission,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The competition as the log has it now, null when there is none. @throws StoreUnavailable */
  async latest(competitionId: string): Promise<CompetitionState | null> {
    return foldCompetition(await this.read(competitionId));
  }

  /**
   * Carries a command out, once: a retry gets the competition as it was right after the first time.
   *
   * @throws Refusal what `decide` refuses; IDEMPOTENCY_KEY_REUSED; UNAVAILABLE when others kept writing first; DAILY_LIMIT;
   *   TOO_MANY_CHANGES
   * @throws StoreUnavailable when the log does not answer: nobody knows, so send it again with the same key
   */
  execute(competitionId: string, command: SentCommand, decide: DecideCompetition): Promise<CompetitionDone> {
    const patience = new Patience();
    return this.turns.take(competitionId, () => this.decideAndAppend(competitionId, { command, patience }, decide));
  }

  /** The same for what a golfer did not ask for and does not wait for: null where it failed, which is logged. */
  async attempt(
    competitionId: string,
    command: SentCommand,
    decide: DecideCompetition,
  ): Promise<CompetitionDone | null> {
    try {
      return await this.execute(competitionId, command, decide);
    } catch (err) {
      if (!(err instanceof Refusal || err instanceof StoreUnavailable)) throw err;
      const { actorId: userId } = command;
      this.logger.warn({ err, competitionId, userId }, 'a look at a competition could not be recorded');
      return null;
    }
  }

  /** What this command did before, null when the stream does not hold it. @throws Refusal IDEMPOTENCY_KEY_REUSED */
  async repeated(competitionId: string, command: SentCommand): Promise<CompetitionDone | null> {
    const known = upToCommand(await this.read(competitionId), command);
    return known === null ? null : doneAfter(known);
  }

  private async decideAndAppend(
    competitionId: string,
    { command, patience }: { command: SentCommand; patience: Patience },
    decide: DecideCompetition,
  ): Promise<CompetitionDone> {
    for (;;) {
      const events = await this.read(competitionId);
      const known = upToCommand(events, command);
      if (known !== null) return doneAfter(known);

      const now = notBefore(events.at(-1), this.clock());
      const decision = decide(foldCompetition(events), now);
      if (!decision.ok) throw new Refusal(decision.code, decision.details, decision.message);
      const written = orNoted(decision.events, events, command);
      if (written.length === 0) return doneAfter(events);
      const result = await this.append(competitionId, events, { command, now, written, patience });
      if (result.outcome !== 'conflict') return doneAfter([...events, ...result.events.map(upcast)]);
      // Somebody wrote first, or an earlier attempt of this very command did: read what, and see again.
      if (!(await patience.again())) throw new Refusal('UNAVAILABLE');
    }
  }

  /** Appends until the outcome is known: a retry carries the same ids, and the log recognises what it already holds. */
  private async append(
    competitionId: string,
    before: readonly RecordedEvent[],
    { command, now, written, patience }: Attempt,
  ): Promise<AppendResult> {
    if (isFull(before) && !written.every(({ type }) => LEAVING.has(type))) throw new Refusal('TOO_MANY_CHANGES');
    const stream = competitionStream(competitionId);
    await this.caps.admit(stream, command, written);
    const last = before.at(-1);
    const tail = last === undefined ? null : tailOf(last);
    const sealed = seal({
      stream,
      tail,
      events: written,
      schemaVersions: COMPETITION_SCHEMA_VERSIONS,
      command,
      now,
    });
    for (;;) {
      try {
        return await this.store.append(stream, expectedAfter(tail), sealed);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !(await patience.again())) throw error;
      }
    }
  }

  private async read(competitionId: string): Promise<RecordedEvent[]> {
    const stream = competitionStream(competitionId);
    const events: RecordedEvent[] = [];
    for (;;) {
      const page = await this.store.readStream(stream, BigInt(events.length), { limit: PAGE });
      events.push(...page.map(upcast));
      if (page.length < PAGE) return events;
    }
  }
}

/** The stream as far as a command's last event, null when it holds none. */
function upToCommand(
  events: readonly RecordedEvent[],
  { commandId, fingerprint }: SentCommand,
): readonly RecordedEvent[] | null {
  const last = events.findLastIndex(({ metadata }) => metadata.commandId === commandId);
  if (last === -1) return null;
  if (events[last]?.metadata.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return events.slice(0, last + 1);
}

function doneAfter(events: readonly RecordedEvent[]): CompetitionDone {
  const [state, last] = [foldCompetition(events), events.at(-1)];
  if (state === null || last === undefined) throw new Error('A competition that does not exist was left as it is');
  return { state, revision: last.revision, position: last.position };
}

const isFull = (events: readonly RecordedEvent[]): boolean => events.length >= LIMITS.eventsPerCompetitionMax;

/** Under a key a decision leaves a trace even where nothing is to change, so that its late retry changes nothing either. */
function orNoted(
  decided: readonly CompetitionEvent[],
  before: readonly RecordedEvent[],
  { keyed }: SentCommand,
): readonly CompetitionEvent[] {
  const noted = keyed && decided.length === 0 && before.length > 0 && !isFull(before);
  return noted ? [{ type: 'CompetitionCommandNoted', data: {} }] : decided;
}

/** Now, but never before the stream's last event: its clock does not run backwards. */
function notBefore(last: RecordedEvent | undefined, now: Date): string {
  const time = now.toISOString();
  return last !== undefined && last.metadata.recordedAt > time ? last.metadata.recordedAt : time;
}
