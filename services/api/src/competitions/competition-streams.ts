import { LIMITS, type CompetitionCommandAnswer } from '@fairmark/contract';
import {
  COMPETITION,
  decideCompetition,
  type CommandMetadata,
  type CompetitionCommand,
  type CompetitionEvent,
  type CompetitionState,
} from '@fairmark/events';
import { CommandHandler, type Carried, type EventStore, type FoldedStream } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { refuse, Refusal } from '../http/refusal.js';
import { DailyCaps } from '../limits/daily-caps.js';
import { commandOf, type Answered, type Sender, type SentBy } from '../commands/command-identity.js';
import { CLOCK, EVENT_STORE, LOGGER, type Clock, type Logger } from '../platform/tokens.js';

export type CompetitionDone = Carried<CompetitionState>;

/** A competition as of a revision. */
export type FoundCompetition = Pick<CompetitionDone, 'state' | 'revision'>;

const CACHE_SIZE = 500;

/** Events that a competition still accepts beyond its limit. */
const LEAVING = new Set<string>([
  'CompetitionDeleted',
  'CompetitionPlayerRemoved',
  'CompetitionPlayerLeft',
  'CompetitionHostChanged',
  // Happens at most once per player.
  'CompetitionOpened',
]);

/** The competitions' streams. Recently used ones are cached folded, and brought up to date on every read. */
@Injectable()
export class CompetitionStreams extends CommandHandler<CompetitionState, CompetitionEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(DailyCaps) caps: Pick<DailyCaps, 'admit'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const cache = new LRUCache<string, FoldedStream<CompetitionState>>({ max: CACHE_SIZE });
    super(COMPETITION, { store, clock, refuse, full, admission: caps, cache });
  }

  /** The competition's current state, null if there is none. @throws StoreUnavailable */
  async find(competitionId: string): Promise<FoundCompetition | null> {
    const folded = await this.latest(competitionId);
    return folded === null ? null : { state: structuredClone(folded.state), revision: folded.revision };
  }

  /** Executes a command once: a retry gets the competition as of the first execution. @throws as `execute` */
  write(competitionId: string, by: SentBy, command: CompetitionCommand): Promise<CompetitionDone> {
    return this.execute(competitionId, by, (state, now) => decideCompetition(state, command, now), copyOf);
  }

  /** The position and revision of a command's events, for its answer. */
  async receipt({ position, revision }: CompetitionDone): Promise<Answered<CompetitionCommandAnswer>> {
    return { position: String(position), log: await this.store.logId(), revision: String(revision) };
  }

  /** The competition with this look recorded; if recording fails, which is logged, the next look is recorded instead. */
  async opened(found: FoundCompetition, sender: Sender, now: string): Promise<FoundCompetition> {
    const { userId } = sender;
    const target = { competitionId: found.state.competitionId };
    const command = { type: 'OpenCompetition', actorId: userId } as const;
    const decision = decideCompetition(found.state, command, now);
    if (!decision.ok || decision.events.length === 0) return found;
    try {
      return await this.write(target.competitionId, { ...commandOf(sender, target), keyed: false }, command);
    } catch (err) {
      this.logger.warn({ err, ...target, userId }, 'opening a competition could not be recorded');
      return found;
    }
  }
}

/** Copies the state into a command's result, since the cached state changes with the next event. */
export const copyOf = (done: CompetitionDone): CompetitionDone => ({ ...done, state: structuredClone(done.state) });

function full(
  { revision }: FoldedStream<CompetitionState>,
  _: CommandMetadata,
  events: readonly CompetitionEvent[],
): Refusal | null {
  const accepted = revision + 1n < LIMITS.eventsPerCompetitionMax || events.every(({ type }) => LEAVING.has(type));
  return accepted ? null : new Refusal('TOO_MANY_CHANGES');
}
