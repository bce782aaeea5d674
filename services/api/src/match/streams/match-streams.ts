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
import { Golfers } from '../../golfers/golfers.js';
import { refuse, Refusal } from '../../http/refusal.js';
import { DailyCaps } from '../../limits/daily-caps.js';
import { CLOCK, EVENT_STORE, type Clock } from '../../platform/tokens.js';
import type { Answered, SentBy } from '../../commands/command-identity.js';

export type Decide = (state: MatchState | null, now: string) => Decision;
export type Done = Carried<MatchState>;

/** The position and revision of a command's events, part of every answer. */
export type Receipt = Answered<MatchCommandAnswer>;
/** Builds the rest of a command's answer. */
type Answer<T> = (done: Done) => T;

/** A command on a match, with its sender. */
export interface Sent {
  matchId: string;
  by: SentBy;
}

/** How many folded matches are cached; each takes about 60 KB with its command ids. */
const MAX_FOLDS = 2_000;
/**
 * Events that a match still accepts when it, or a golfer's part in it, has reached its limit: everyone can leave, cards
 * can be signed (once, as no card can be reopened any longer), and the committee can correct them.
 */
const ALWAYS_ACCEPTED = new Set<string>([
  'LobbyEnded',
  'PlayerLeftLobby',
  'InviteDenied',
  'PlayerWithdrew',
  'AccountClosed',
  'CardSigned',
  'CardCorrected',
]);

/** The matches' streams. Recently used ones are cached folded, so that a score costs one append and no read. */
@Injectable()
export class MatchStreams extends CommandHandler<MatchState, MatchEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: Pick<EventStore, 'append' | 'readStream' | 'logId'>,
    @Inject(CLOCK) clock: Clock,
    @Inject(DailyCaps) private readonly caps: Pick<DailyCaps, 'admit'>,
  ) {
    const cache = new LRUCache<string, FoldedStream<MatchState>>({ max: MAX_FOLDS });
    super(MATCH, { store, clock, refuse, full, admission: caps, cache });
  }

  /** Executes a command: decides, appends, and answers with the receipt. @throws as `execute` */
  async write<T extends object>(sent: Sent, decide: Decide, answer?: Answer<T>): Promise<T & Receipt> {
    return this.execute(sent.matchId, sent.by, decide, withReceipt(await this.store.logId(), answer));
  }

  /** The earlier answer to this command, null if the match does not contain it. @throws as `repeated` */
  async earlierAnswer<T extends object>(sent: Sent, answer?: Answer<T>): Promise<(T & Receipt) | null> {
    return this.repeated(sent.matchId, sent.by, withReceipt(await this.store.logId(), answer));
  }

  /** The id of the log that holds the streams; a restored backup has another id. */
  logId(): Promise<string> {
    return this.store.logId();
  }

  /**
   * Uses up the daily caps that the decision needs, before another part of the command is carried out.
   * @throws Refusal of the decision; DAILY_LIMIT
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
  if (events.some(({ type }) => ALWAYS_ACCEPTED.has(type))) return null;
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

/** Turns a command into a function that decides it against the match's current state. */
export const deciding =
  (command: MatchCommand): Decide =>
  (state, now) =>
    decideMatch(state, command, now);

/** Makes a handler for a command on one match. Without `answer`, it answers just the receipt. */
export function handlerOf<Command extends Sent>(
  command: Type<Command>,
  toCommand: (
    sent: Command,
    services: { streams: MatchStreams; golfers: Golfers },
  ) => MatchCommand | Promise<MatchCommand>,
  answer?: (done: Done, sent: Command) => object,
): Type<unknown> {
  @Handles(command)
  class Handler {
    constructor(
      readonly streams: MatchStreams,
      readonly golfers: Golfers,
    ) {}

    async execute(sent: Command) {
      const decide = deciding(await toCommand(sent, this));
      return this.streams.write(sent, decide, (done) => answer?.(done, sent) ?? {});
    }
  }
  return Handler;
}
