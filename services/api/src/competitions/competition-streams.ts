import { LIMITS, type CompetitionCommandAnswer } from '@fairmark/contract';
import {
  COMPETITION,
  decideCompetition,
  type CommandMetadata,
  type CompetitionCommand,
  type CompetitionEvent,
  type CompetitionState,
} from '@fairmark/events';
import {
  CommandHandler,
  StoreUnavailable,
  type Carried,
  type EventStore,
  type FoldedStream,
} from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { refuse, Refusal } from '../http/refusal.js';
import { DailyCaps, type Admission } from '../limits/daily-caps.js';
import type { Answered, SentBy } from '../match/commands/command-identity.js';
import { CLOCK, EVENT_STORE, LOGGER, type Clock, type Logger } from '../platform/tokens.js';

export type CompetitionDone = Carried<CompetitionState>;

/** A competition at a moment; the same `asOf`, the same state. */
export interface FoundCompetition {
  state: CompetitionState;
  asOf: string;
}

const FOLDS_KEPT = 500;

/** What may still happen to a competition that has grown beyond its limit. */
const LEAVING = new Set<string>([
  'CompetitionDeleted',
  'CompetitionPlayerRemoved',
  'CompetitionPlayerLeft',
  'CompetitionHostChanged',
  // Each player opens it once.
  'CompetitionOpened',
]);

/** The competitions' streams. Those looked at last are kept folded; every look reads what the log has more. */
@Injectable()
export class CompetitionStreams extends CommandHandler<CompetitionState, CompetitionEvent> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(DailyCaps) caps: Admission,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const cache = new LRUCache<string, FoldedStream<CompetitionState>>({ max: FOLDS_KEPT });
    super(COMPETITION, { store, clock, refuse, full, admission: caps, cache });
  }

  /** The competition as the log has it now, null where there is none. @throws StoreUnavailable */
  async find(competitionId: string): Promise<FoundCompetition | null> {
    const folded = await this.latest(competitionId);
    return folded === null ? null : { state: structuredClone(folded.state), asOf: String(folded.revision) };
  }

  /** Carries a command out, once: a retry gets the competition as it was right after the first time. @throws as `execute` */
  write(competitionId: string, by: SentBy, command: CompetitionCommand): Promise<CompetitionDone> {
    return this.execute(competitionId, by, (state, now) => decideCompetition(state, command, now), asItIs);
  }

  /** Where a command's events stand. */
  async receipt({ position, revision }: CompetitionDone): Promise<Answered<CompetitionCommandAnswer>> {
    return { position: String(position), log: await this.store.logId(), revision: String(revision) };
  }

  /** Carries out what a golfer did not ask for and does not wait for: null where it failed, which is logged. */
  async attempt(competitionId: string, by: SentBy, command: CompetitionCommand): Promise<CompetitionDone | null> {
    try {
      return await this.write(competitionId, by, command);
    } catch (err) {
      if (!(err instanceof Refusal || err instanceof StoreUnavailable)) throw err;
      this.logger.warn({ err, competitionId, userId: by.actorId }, 'a look at a competition could not be recorded');
      return null;
    }
  }
}

/** The answer of a command is the competition itself: a copy, since what is kept changes with the next event. */
export const asItIs = (done: CompetitionDone): CompetitionDone => ({ ...done, state: structuredClone(done.state) });

function full(
  { revision }: FoldedStream<CompetitionState>,
  _: CommandMetadata,
  events: readonly CompetitionEvent[],
): Refusal | null {
  const taken = revision + 1n < LIMITS.eventsPerCompetitionMax || events.every(({ type }) => LEAVING.has(type));
  return taken ? null : new Refusal('TOO_MANY_CHANGES');
}
