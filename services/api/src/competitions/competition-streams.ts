import { LIMITS } from '@fairmark/contract';
import {
  COMPETITION,
  type CommandMetadata,
  type CompetitionDecision,
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
import { refuse, Refusal } from '../http/refusal.js';
import { DailyCaps, type Admission } from '../limits/daily-caps.js';
import type { SentCommand } from '../match/commands/command-identity.js';
import { CLOCK, EVENT_STORE, LOGGER, type Clock, type Logger } from '../platform/tokens.js';

export type DecideCompetition = (state: CompetitionState | null, now: string) => CompetitionDecision;

export type CompetitionDone = Carried<CompetitionState>;

/** What may still happen to a competition that has grown beyond its limit. */
const LEAVING = new Set<string>([
  'CompetitionDeleted',
  'CompetitionPlayerRemoved',
  'CompetitionPlayerLeft',
  'CompetitionHostChanged',
  // Each player opens it once.
  'CompetitionOpened',
]);

/** The competitions' streams: short and rarely written, so that every command and every look reads the whole stream. */
@Injectable()
export class CompetitionStreams extends CommandHandler<CompetitionState, CompetitionEvent> {
  constructor(
    @Inject(EVENT_STORE) store: EventStore,
    @Inject(CLOCK) clock: Clock,
    @Inject(DailyCaps) caps: Admission,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super(COMPETITION, { store, clock, refuse, full, admit: (...about) => caps.admit(...about) });
  }

  /** Carries a command out, once: a retry gets the competition as it was right after the first time. @throws as `execute` */
  async write(competitionId: string, command: SentCommand, decide: DecideCompetition): Promise<CompetitionDone> {
    return (await this.execute(competitionId, command, decide, (done) => done)).answer;
  }

  /** The same for what a golfer did not ask for and does not wait for: null where it failed, which is logged. */
  async attempt(
    competitionId: string,
    command: SentCommand,
    decide: DecideCompetition,
  ): Promise<CompetitionDone | null> {
    try {
      return await this.write(competitionId, command, decide);
    } catch (err) {
      if (!(err instanceof Refusal || err instanceof StoreUnavailable)) throw err;
      const { actorId: userId } = command;
      this.logger.warn({ err, competitionId, userId }, 'a look at a competition could not be recorded');
      return null;
    }
  }
}

function full(
  { revision }: FoldedStream<CompetitionState>,
  _: CommandMetadata,
  events: readonly CompetitionEvent[],
): Refusal | null {
  const taken = revision + 1n < LIMITS.eventsPerCompetitionMax || events.every(({ type }) => LEAVING.has(type));
  return taken ? null : new Refusal('TOO_MANY_CHANGES');
}
