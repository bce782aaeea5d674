import type { MatchCommandAnswer } from '@fairmark/contract';
import { type CommandMetadata, type MatchCommand, decideMatch } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE } from '../../platform/tokens.js';
import type { SentCommand } from '../commands/command-identity.js';
import type { Answered } from '../commands/match.commands.js';
import { MatchStreams, type Decide, type Done, type Written } from './match-streams.js';

/** Where a command's events stand, as every answer says it. */
export type Receipt = Answered<MatchCommandAnswer>;

/** Carries a call on a match out: decider, append, receipt. */
@Injectable()
export class MatchWriter {
  constructor(
    private readonly streams: MatchStreams,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** Under a key it is remembered even where it changes nothing. @throws as `MatchStreams.execute` */
  async write<T extends object>(
    matchId: string,
    by: SentCommand,
    decide: Decide,
    answer: (done: Done) => T,
  ): Promise<T & Receipt> {
    return this.withReceipt(await this.streams.execute(matchId, { ...by, noted: by.keyed }, decide, answer));
  }

  /** The answer that this command got before, null when the match does not hold it. */
  async repeated<T extends object>(
    matchId: string,
    by: CommandMetadata,
    answer: (done: Done) => T,
  ): Promise<(T & Receipt) | null> {
    const written = await this.streams.repeated(matchId, by, answer);
    return written === null ? null : this.withReceipt(written);
  }

  /** Whether the decision, taken now, would write anything. @throws Refusal what it refuses */
  check(matchId: string, decide: Decide): Promise<boolean> {
    return this.streams.check(matchId, decide);
  }

  /** @throws Refusal as `MatchStreams.reserve` */
  reserve(matchId: string, by: CommandMetadata, decide: Decide): Promise<void> {
    return this.streams.reserve(matchId, by, decide);
  }

  private async withReceipt<T extends object>({ answer, position, revision }: Written<T>): Promise<T & Receipt> {
    const log = await this.store.logId();
    return { ...answer, position: String(position), log, revision: String(revision) };
  }
}

/** A command as the decision that it leads to, whatever the match is like by then. */
export const deciding =
  (command: MatchCommand): Decide =>
  (state, now) =>
    decideMatch(state, command, now);

/** For answers that are the receipt alone. */
export const receiptOnly = (): object => ({});
