import { MESSAGES, type MatchAnswer } from '@fairmark/contract';
import type { EventStore, FoldedStream } from '@fairmark/event-store';
import { Inject, Injectable } from '@nestjs/common';
import { invalidInput, Refusal } from '../http/refusal.js';
import { CLOCK, EVENT_STORE, type Clock } from '../platform/tokens.js';
import { Erasables } from './erasables.js';
import type { Answered } from './commands/match.commands.js';
import { mayRead, type MatchState } from '@fairmark/events';
import { presentMatchAnswer } from './presenting/match.presenter.js';
import { MatchStreams } from './streams/match-streams.js';

/** A match as its golfers see it. */
@Injectable()
export class MatchReader {
  constructor(
    private readonly streams: MatchStreams,
    private readonly erasables: Erasables,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The match from its stream, never behind the log.
   *
   * @param userId another player of the match, whose settings and scores are meant
   * @throws Refusal MATCH_NOT_FOUND, INVALID_INPUT
   */
  async match(matchId: string, viewerId: string, userId = viewerId): Promise<Answered<MatchAnswer>> {
    const fold = await this.readable(matchId, viewerId);
    if (userId !== viewerId && !fold.state.members.has(userId)) throw invalidInput({ userId: MESSAGES.notInGroup });

    const erasable = await this.erasables.of(fold.state);
    const view = { viewerId, userId, now: this.clock().toISOString() };
    const log = await this.store.logId();
    return { ...presentMatchAnswer(fold.state, view, erasable), log, revision: String(fold.revision) };
  }

  /** The match of somebody who may see it. @throws Refusal MATCH_NOT_FOUND */
  async readable(matchId: string, viewerId: string): Promise<FoldedStream<MatchState>> {
    const fold = await this.streams.latest(matchId);
    const now = this.clock().toISOString();
    if (fold === null || !mayRead(fold.state, viewerId, now)) throw new Refusal('MATCH_NOT_FOUND');
    return fold;
  }
}
