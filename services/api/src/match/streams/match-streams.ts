import { LIMITS, MESSAGES, type MatchCommandAnswer } from '@fairmark/contract';
import {
  decideMatch,
  MATCH,
  matchStream,
  type CommandMetadata,
  type Decision,
  type MatchCommand,
  type MatchEvent,
  type MatchState,
} from '@fairmark/events';
import { CommandHandler, type Carried, type EventStore, type FoldedStream } from '@fairmark/event-store';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { CommandHandler as Handles } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { refuse, Refusal } from '../../http/refusal.js';
import { DailyCaps, type Admission } from '../../limits/daily-caps.js';
import { LogFeed } from '../../platform/log-feed.js';
import { CLOCK, EVENT_STORE, type Clock } from '../../platform/tokens.js';
import type { Answered, SentBy } from '../commands/command-identity.js';
import type { MatchSent } from '../commands/match.commands.js';

export type Decide = (state: MatchState | null, now: string) => Decision;
export type Done = Carried<MatchState>;

/** Where a command's events stand, as every answer says it. */
export type Receipt = Answered<MatchCommandAnswer>;
/** What else a command is answered. */
type Answer<T> = (done: Done) => T;

/** A command on a match. */
interface Sent {
  matchId: string;
  by: SentBy;
}

/** Matches kept folded; one takes about 60 KB with its command ids. */
const MAX_FOLDS = 2_000;
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

/** The matches' streams, kept folded, so that a score costs one append and no read. */
@Injectable()
export class MatchStreams extends CommandHandler<MatchState, MatchEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(DailyCaps) private readonly caps: Admission,
    @Inject(LogFeed) feed: Pick<LogFeed, 'othersRead'>,
  ) {
    const cache = new LRUCache<string, FoldedStream<MatchState>>({ max: MAX_FOLDS });
    super(MATCH, { store, clock, refuse, full, admission: caps, cache, othersRead: () => feed.othersRead() });
  }

  /** Carries a command on a match out: decider, append, answer with its receipt. @throws as `execute` */
  async write<T extends object>(sent: Sent, decide: Decide, answer?: Answer<T>): Promise<T & Receipt> {
    return this.execute(sent.matchId, sent.by, decide, withReceipt(await this.store.logId(), answer));
  }

  /** What this command was answered before, null when the match does not hold it. @throws as `repeated` */
  async answeredBefore<T extends object>(sent: Sent, answer?: Answer<T>): Promise<(T & Receipt) | null> {
    return this.repeated(sent.matchId, sent.by, withReceipt(await this.store.logId(), answer));
  }

  /** Of which log the streams are: a restored backup is another one. */
  logId(): Promise<string> {
    return this.store.logId();
  }

  /**
   * Uses up what the decision, taken now, takes of a day's caps: before another part of its command is carried out.
   *
   * @throws Refusal what it refuses; DAILY_LIMIT
   */
  async reserve(matchId: string, command: CommandMetadata, decide: Decide): Promise<void> {
    await this.caps.admit(matchStream(matchId), command, await this.preview(matchId, decide));
  }
}

function full(
  match: FoldedStream<MatchState>,
  { actorId }: CommandMetadata,
  events: readonly MatchEvent[],
): Refusal | null {
  if (events.some(({ type }) => ALWAYS_TAKEN.has(type))) return null;
  if (match.revision >= LIMITS.eventsPerMatchMax) return new Refusal('TOO_MANY_CHANGES');
  if (match.causedBy(actorId) < LIMITS.eventsPerMatchAndGolferMax) return null;
  return new Refusal('TOO_MANY_CHANGES', undefined, MESSAGES.changedTooOften);
}

const withReceipt =
  <T extends object>(log: string, answer?: Answer<T>) =>
  (done: Done): T & Receipt =>
    Object.assign({}, answer?.(done) as T, {
      position: String(done.position),
      log,
      revision: String(done.revision),
    });

/** A command as the decision that it leads to, whatever the match is like by then. */
export const deciding =
  (command: MatchCommand): Decide =>
  (state, now) =>
    decideMatch(state, command, now);

/** A handler of commands that need nothing but the match. Without `answer`, the receipt is all that they are answered. */
export function handlerOf<Command extends MatchSent<unknown>>(
  kind: Type<Command>,
  decided: (sent: Command) => MatchCommand,
  answer?: Answer<object>,
): Type<unknown> {
  @Handles(kind)
  class Handler {
    constructor(private readonly streams: MatchStreams) {}

    execute(sent: Command) {
      return this.streams.write(sent, deciding(decided(sent)), answer);
    }
  }
  return Handler;
}
