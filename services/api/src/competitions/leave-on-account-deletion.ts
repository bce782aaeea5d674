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
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { commandOf, type SentBy } from '../commands/command-identity.js';
import { Golfers } from '../users/golfers.js';
import { MatchStreams, type Decide } from '../match/streams/match-streams.js';
import { PG_POOL } from '../platform/tokens.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { AccountDeletion } from '../users/account-deletion.js';
import { OF_GOLFER } from './competition.reader.js';
import { CompetitionStreams } from './competition-streams.js';

/** Without the match rounds that are settled: hundreds after some years, each of which would be read. */
const MATCHES = `select match_id as id from ${CLUBHOUSE_SCHEMA}.matches m where m.status <> 'ENDED' and match_id in (
  select match_id from ${CLUBHOUSE_SCHEMA}.player_matches where user_id = $1
  union
  select match_id from ${CLUBHOUSE_SCHEMA}.invites where user_id = $1 and status = 'PENDING')
  and (m.status = 'LOBBY' or m.play_type = 'SOCIAL' or exists (
    select from ${CLUBHOUSE_SCHEMA}.rounds r where r.match_id = m.match_id and not r.verified and not r.withdrawn))`;
const COMPETITIONS = `select competition_id as id from ${OF_GOLFER}`;

/**
 * Removes a deleted account from its matches (docs/product.md, Leaving and withdrawing 9): declines open invitations,
 * leaves or ends lobbies, and withdraws from rounds in progress; verified cards stay and show "Deleted player". Then
 * from its competitions; those it hosted get a new host.
 */
@Injectable()
export class LeaveOnAccountDeletion implements OnModuleInit {
  @Inject(PG_POOL) private readonly pool!: pg.Pool;
  @Inject(Golfers) private readonly golfers!: Golfers;

  constructor(
    private readonly deletion: AccountDeletion,
    private readonly gate: ProjectionGate,
    private readonly matches: MatchStreams,
    private readonly competitions: CompetitionStreams,
  ) {}

  onModuleInit(): void {
    this.deletion.add(async (userId, origin) => {
      const by = { ...commandOf({ userId, origin, route: 'DELETE /api/user/delete' }, {}), keyed: false };
      await this.leaveEach(MATCHES, userId, (id) => this.matches.execute(id, by, lastCommand(userId), () => null));
      await this.leaveEach(COMPETITIONS, userId, (id) => this.leaveCompetition(id, by));
    });
  }

  /**
   * Removes an account from every stream that a query finds. Idempotent: a stream that was left is not found again, or
   * needs nothing.
   * @throws Error while the tables lag behind and could miss a stream, or when a stream could not be left; the other
   *   streams are left all the same, and the deletion is finished later
   */
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
