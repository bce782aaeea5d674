import { LIMITS, MESSAGES } from '@fairmark/contract';
import {
  expectedAfter,
  MATCH_SCHEMA_VERSIONS,
  matchStream,
  seal,
  upcast,
  type CommandMetadata,
  type MatchEvent,
  type MatchState,
  type RecordedEvent,
  type StreamTail,
  type Decision,
  happened,
} from '@fairmark/events';
import { StoreUnavailable, type AppendResult, type EventStore } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DailyCaps, type Admission } from '../../limits/daily-caps.js';
import { Refusal } from '../../http/refusal.js';
import { CLOCK, EVENT_STORE, type Clock } from '../../platform/tokens.js';
import { MatchFold, type KnownCommand } from './match-fold.js';
import { Patience } from './patience.js';
import { Turns } from './turns.js';

/** A decider with its command: what happens to a match as it stands. Called anew for every try. */
export type Decide = (state: MatchState | null, now: string) => Decision;

/** What a command did: the match right after it, and the events it wrote (none, or CommandNoted, where nothing was to change). */
export interface Done {
  state: MatchState;
  events: readonly RecordedEvent[];
  revision: bigint;
  position: bigint;
}

/** `noted`: the command is remembered even if it changes nothing, so that its retry changes nothing later. */
export type Remembered = CommandMetadata & { noted?: boolean };

export interface Written<T> {
  answer: T;
  revision: bigint;
  position: bigint;
}

/** What a command is about to write, and how long it may go on trying. */
interface Attempt {
  command: CommandMetadata;
  now: string;
  events: readonly MatchEvent[];
  patience: Patience;
}

/** Matches kept folded; one takes about 60 KB with its command ids. */
const MAX_FOLDS = 2_000;
/** Events read in one go; a match has about 130. */
const PAGE = 1_000;
/**
 * What may still happen to a match that has grown beyond its limit, or was changed too often by a golfer: everyone can leave, cards
 * can be signed (once, as none can be reopened any more), and the committee can correct them.
 */
const ALWAYS_TAKEN = new Set<string>([
  'LobbyEnded',
  'PlayerLeftLobby',
  'InviteDenied',
  'PlayerWithdrew',
  'AccountClosed',
  'CardSigned',
  'CardCorrected',
]);

/**
 * The matches' streams: a command folds, decides, appends at the revision that it folded, and answers. Folds are cached, so
 * that a score costs one append and no read: a stale fold can't do harm, because the append is refused at its revision, and
 * a refusal or a "nothing to do" is only said after the stream's tail was read.
 *
 * The log alone knows which commands were carried out (metadata.commandId), so a retry gets the first answer even from
 * another process, and after a crash between the append and the answer.
 */
@Injectable()
export class MatchStreams {
  private readonly folds = new LRUCache<string, MatchFold>({ max: MAX_FOLDS });
  /** Commands of one match wait for each other, so that three phones at one process never conflict. */
  private readonly turns = new Turns();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DailyCaps) private readonly caps: Admission,
  ) {}

  /** The match as the log has it now, null when there is none. @throws StoreUnavailable */
  latest(matchId: string): Promise<MatchFold | null> {
    return this.readTail(matchId);
  }

  /**
   * Carries a command out, once. `answer` is called with the match as it was right after the command, for a retry as for
   * the first time.
   *
   * @throws Refusal what `decide` refuses; IDEMPOTENCY_KEY_REUSED; UNAVAILABLE when others kept writing first; DAILY_LIMIT;
   *   TOO_MANY_CHANGES
   * @throws StoreUnavailable when the log does not answer: nobody knows, so send it again with the same key
   */
  execute<T>(matchId: string, command: Remembered, decide: Decide, answer: (done: Done) => T): Promise<Written<T>> {
    const patience = new Patience();
    return this.turns.take(matchId, () => this.decideAndAppend(matchId, { command, patience }, decide, answer));
  }

  /** The answer to a command that this match already holds, null when it does not. @throws Refusal as `execute` */
  async repeated<T>(matchId: string, command: CommandMetadata, answer: (done: Done) => T): Promise<Written<T> | null> {
    const fold = await this.readTail(matchId);
    const known = knownCommand(fold, command);
    return known === null ? null : this.repeat(matchId, known, answer);
  }

  /** Whether the decision, taken now, would write anything. @throws Refusal what it refuses */
  async check(matchId: string, decide: Decide): Promise<boolean> {
    const fold = await this.readTail(matchId);
    const { decision } = this.decideOn(fold, decide);
    if (!decision.ok) throw new Refusal(decision.code, decision.details, decision.message);
    return decision.events.length > 0;
  }

  /**
   * Uses up what the decision, taken now, takes of a day's caps: before another part of its command is carried out.
   *
   * @throws Refusal what it refuses; DAILY_LIMIT
   */
  async reserve(matchId: string, command: CommandMetadata, decide: Decide): Promise<void> {
    const { decision } = this.decideOn(await this.readTail(matchId), decide);
    if (!decision.ok) throw new Refusal(decision.code, decision.details, decision.message);
    await this.caps.admit(matchStream(matchId), command, decision.events);
  }

  private async decideAndAppend<T>(
    matchId: string,
    { command, patience }: { command: Remembered; patience: Patience },
    decide: Decide,
    answer: (done: Done) => T,
  ): Promise<Written<T>> {
    const cached = this.folds.get(matchId) ?? null;
    // Only what was just read is good enough for saying no.
    let fresh = cached === null;
    let fold = cached ?? (await this.readTail(matchId));
    for (;;) {
      const known = knownCommand(fold, command);
      if (known !== null) return this.repeat(matchId, known, answer);

      const { decision: decided, now } = this.decideOn(fold, decide);
      const noted = command.noted === true && fold !== null && fullFor(fold, command) === null;
      const decision = noted ? orNoted(decided) : decided;
      if (decision.ok && decision.events.length > 0) {
        const result = await this.append(matchId, fold, { command, now, events: decision.events, patience });
        if (result.outcome === 'appended') return this.answered(matchId, { fold, ...result }, answer);
        // Somebody wrote first, or an earlier attempt of this very command did: read what, and see again.
        if (!(await patience.again())) throw new Refusal('UNAVAILABLE');
      } else if (fresh) {
        return nothingNew(decision, fold, answer);
      }
      fold = await this.readTail(matchId);
      fresh = true;
    }
  }

  private decideOn(fold: MatchFold | null, decide: Decide): { decision: Decision; now: string } {
    const now = notBefore(fold?.tail ?? null, this.clock());
    return { decision: decide(fold?.state ?? null, now), now };
  }

  /** Appends until the outcome is known: a retry carries the same ids, and the log recognises what it already holds. */
  private async append(
    matchId: string,
    fold: MatchFold | null,
    { command, now, events, patience }: Attempt,
  ): Promise<AppendResult> {
    const full = fold === null || events.some(({ type }) => ALWAYS_TAKEN.has(type)) ? null : fullFor(fold, command);
    if (full !== null) throw full;
    const stream = matchStream(matchId);
    await this.caps.admit(stream, command, events);
    const tail = fold?.tail ?? null;
    const sealed = seal({ stream, tail, events, schemaVersions: MATCH_SCHEMA_VERSIONS, command, now });
    for (;;) {
      try {
        return await this.store.append(stream, expectedAfter(tail), sealed);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || !(await patience.again())) throw error;
      }
    }
  }

  private async answered<T>(
    matchId: string,
    appended: { fold: MatchFold | null; events: readonly RecordedEvent[]; revision: bigint; position: bigint },
    answer: (done: Done) => T,
  ): Promise<Written<T>> {
    const { revision, position } = appended;
    const events = appended.events.map(upcast);
    const fold = this.adopt(matchId, events, appended.fold);
    if (fold?.revision === revision) {
      return { answer: answer({ state: fold.state, events, revision, position }), revision, position };
    }
    // A reader has already folded somebody's later event: look at the match as it was after this command.
    return this.repeat(matchId, { first: revision - BigInt(events.length - 1), count: events.length }, answer);
  }

  private async repeat<T>(
    matchId: string,
    { first, count }: Pick<KnownCommand, 'first' | 'count'>,
    answer: (done: Done) => T,
  ): Promise<Written<T>> {
    const until = Number(first) + count;
    const stream = (await this.read(matchId, 0n)).slice(0, until);
    const then = MatchFold.of(stream);
    if (then === null || stream.length < until) throw new Error(`${matchStream(matchId)} has lost its tail`);
    const { state, revision, position } = then;
    return { answer: answer({ state, events: stream.slice(-count), revision, position }), revision, position };
  }

  private async readTail(matchId: string): Promise<MatchFold | null> {
    const fold = this.folds.get(matchId) ?? null;
    return this.adopt(matchId, await this.read(matchId, fold === null ? 0n : fold.revision + 1n), fold);
  }

  /** Folds events into the cached match; a fold that can't take them is forgotten, never left half done. */
  private adopt(matchId: string, events: readonly RecordedEvent[], fold: MatchFold | null): MatchFold | null {
    // Another reader may have brought the same match meanwhile, further or, when it had been forgotten, less far.
    const kept = this.folds.get(matchId) ?? fold;
    const cached = kept !== null && fold !== null && fold.revision > kept.revision ? fold : kept;
    try {
      if (cached !== null) cached.apply(events);
      const known = cached ?? MatchFold.of(events);
      if (known !== null) this.folds.set(matchId, known);
      return known;
    } catch (error) {
      this.folds.delete(matchId);
      throw error;
    }
  }

  private async read(matchId: string, from: bigint): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for (;;) {
      const page = await this.store.readStream(matchStream(matchId), from + BigInt(events.length), { limit: PAGE });
      events.push(...page.map(upcast));
      if (page.length < PAGE) return events;
    }
  }
}

function knownCommand(fold: MatchFold | null, { commandId, fingerprint }: CommandMetadata): KnownCommand | null {
  const known = fold?.commands.get(commandId) ?? null;
  if (known !== null && known.fingerprint !== fingerprint) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  return known;
}

/** Why a match takes no more changes from a golfer; null while it does. */
function fullFor(fold: MatchFold, { actorId }: CommandMetadata): Refusal | null {
  if (fold.revision >= LIMITS.eventsPerMatchMax) return new Refusal('TOO_MANY_CHANGES');
  if (fold.causedBy(actorId) < LIMITS.eventsPerMatchAndGolferMax) return null;
  return new Refusal('TOO_MANY_CHANGES', undefined, MESSAGES.changedTooOften);
}

/** A decision that leaves a trace even where nothing is to change. */
const orNoted = (decision: Decision): Decision =>
  decision.ok && decision.events.length === 0 ? happened({ type: 'CommandNoted', data: {} }) : decision;

/** Ends a command that wrote nothing: refused, or what it asks for is already so. */
function nothingNew<T>(decision: Decision, fold: MatchFold | null, answer: (done: Done) => T): Written<T> {
  if (!decision.ok) throw new Refusal(decision.code, decision.details, decision.message);
  if (fold === null) throw new Error('A match that does not exist was decided to be as it should be');
  const { state, revision, position } = fold;
  return { answer: answer({ state, events: [], revision, position }), revision, position };
}

/** Now, but never before the stream's last event: its clock does not run backwards. */
function notBefore(tail: StreamTail | null, now: Date): string {
  const time = now.toISOString();
  return tail !== null && tail.recordedAt > time ? tail.recordedAt : time;
}
