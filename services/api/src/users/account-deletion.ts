import {
  decideMatch,
  isComplete,
  isParticipant,
  nothing,
  pendingInvite,
  type MatchCommand,
  type MatchState,
} from '@fairmark/events';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { inTransaction, repeat } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { OF_GOLFER } from '../competitions/competition.reader.js';
import { CompetitionStreams } from '../competitions/competition-streams.js';
import { internalOrigin, type RequestOrigin } from '../http/caller.js';
import { commandOf, type SentBy } from '../commands/command-identity.js';
import { MatchStreams, type Decide } from '../match/streams/match-streams.js';
import { CLOCK, LOGGER, PG_POOL, type Clock, type Logger } from '../platform/tokens.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { Sessions } from '../sessions/sessions.js';
import { Golfers } from '../golfers/golfers.js';

const RETRY_EVERY_MS = 30_000;
const RETRIED_MAX = 1_000;

/** Without the match rounds that are settled: hundreds after some years, each of which would be read. */
const MATCHES = `select match_id as id from ${CLUBHOUSE_SCHEMA}.matches m where m.status <> 'ENDED' and match_id in (
  select match_id from ${CLUBHOUSE_SCHEMA}.player_matches where user_id = $1
  union
  select match_id from ${CLUBHOUSE_SCHEMA}.invites where user_id = $1 and status = 'PENDING')
  and (m.status = 'LOBBY' or m.play_type = 'SOCIAL' or exists (
    select from ${CLUBHOUSE_SCHEMA}.rounds r where r.match_id = m.match_id and not r.verified and not r.withdrawn))`;
const COMPETITIONS = `select competition_id as id from ${OF_GOLFER}`;

/**
 * Deletes accounts: the request disables them, they leave their matches and competitions, then the row is deleted
 * (adr/0008). Any process finishes what an outage has interrupted.
 */
@Injectable()
export class AccountDeletion implements OnApplicationBootstrap, OnApplicationShutdown {
  @Inject(PG_POOL) private readonly pool!: Pool;
  @Inject(CLOCK) private readonly clock!: Clock;
  @Inject(LOGGER) private readonly logger!: Logger;
  @Inject(Golfers) private readonly golfers!: Golfers;
  private retrying: ReturnType<typeof repeat> | undefined;

  constructor(
    private readonly sessions: Sessions,
    private readonly gate: ProjectionGate,
    private readonly matches: MatchStreams,
    private readonly competitions: CompetitionStreams,
  ) {}

  onApplicationBootstrap(): void {
    this.retrying = repeat(() => this.finishPending(), {
      everyMs: RETRY_EVERY_MS,
      onError: (err) => this.logger.warn({ err }, 'pending account deletions could not be retried'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.retrying?.stop();
  }

  /** Once this resolves the account is disabled; the rest of the deletion may still be pending after an outage. */
  async request(userId: string, origin: RequestOrigin): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query('update app.users set deletion_requested_at = $2 where id = $1', [userId, this.clock()]);
      await this.sessions.endAll(client, userId);
    });
    this.sessions.forget(null);
    await this.finish(userId, origin);
  }

  /** Retries pending deletions once each, in any order; a failure does not stop the others. */
  async finishPending(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from app.users where deletion_requested_at is not null order by random() limit ${RETRIED_MAX}`,
    );
    for (const { id } of rows) await this.finish(id, internalOrigin());
  }

  /**
   * Removes an account from its matches (docs/product.md, Leaving and withdrawing 9): declines open invitations, leaves
   * or ends lobbies, and withdraws from rounds in progress; verified cards stay and show "Deleted player". Then from its
   * competitions; those it hosted get a new host. Idempotent: what was left is not found again, or needs nothing.
   * @throws Error while the tables lag behind and could miss a stream, or when a stream could not be left; the other
   *   streams of its kind are left all the same
   */
  async leaveAll(userId: string, origin: RequestOrigin): Promise<void> {
    const by = { ...commandOf({ userId, origin, route: 'DELETE /api/user/delete' }, {}), keyed: false };
    await this.leaveEach(MATCHES, userId, (id) => this.matches.execute(id, by, lastCommand(userId), () => null));
    await this.leaveEach(COMPETITIONS, userId, (id) => this.leaveCompetition(id, by));
  }

  private async finish(userId: string, origin: RequestOrigin): Promise<void> {
    try {
      await this.leaveAll(userId, origin);
      await this.pool.query('delete from app.users where id = $1 and deletion_requested_at is not null', [userId]);
    } catch (err) {
      // The account is disabled already; the next run tries again.
      this.logger.error({ err, userId }, 'an account deletion failed and will be retried');
    }
  }

  private async leaveEach(query: string, userId: string, leave: (id: string) => Promise<unknown>): Promise<void> {
    if (!(await this.gate.caughtUp())) throw new Error('The tables may not hold every stream of this account yet');
    const failed: unknown[] = [];
    const { rows } = await this.pool.query<{ id: string }>(query, [userId]);
    for (const { id } of rows) await leave(id).catch((error: unknown) => failed.push(error));
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} streams could not be left yet`);
  }

  private async leaveCompetition(competitionId: string, by: SentBy): Promise<void> {
    const state = (await this.competitions.latest(competitionId))?.state;
    if (state === undefined) return;
    const accounts = await this.golfers.playing([...state.players.keys()]);
    await this.competitions.write(competitionId, by, { type: 'LeaveForGood', actorId: by.actorId, accounts });
  }
}

/** The golfer's final command in a match; nothing if nothing is left to do or the match no longer accepts it. */
function lastCommand(actorId: string): Decide {
  return (state, now) => {
    if (state === null) return nothing;
    const invite = pendingInvite(state, actorId);
    // Irrelevant when declining.
    const gender = 'FEMALE';
    const command: MatchCommand =
      invite === null
        ? { type: 'LeaveRound', actorId, reason: 'ACCOUNT_DELETED' }
        : { type: 'AnswerInvite', actorId, inviteId: invite.inviteId, status: 'DENIED', gender };
    if (invite === null && (!isParticipant(state, actorId) || isSettled(state))) return nothing;
    const decision = decideMatch(state, command, now);
    return decision.ok ? decision : nothing;
  };
}

/** Whether nothing can follow: every card is verified, withdrawn or, in a practice round, complete. */
function isSettled(state: MatchState): boolean {
  if (state.status === 'LOBBY') return false;
  const practice = state.playType === 'SOCIAL';
  return [...state.cards.values()].every(
    (card) => card.verified || card.withdrawn || (practice && isComplete(state, card)),
  );
}
