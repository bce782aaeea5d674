import {
  isComplete,
  isParticipant,
  pendingInvite,
  type CommandMetadata,
  type MatchState,
  type MatchCommand,
  decideMatch,
  nothing,
} from '@fairmark/events';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type pg from 'pg';
import { PG_POOL } from '../platform/tokens.js';
import { AccountDeletion, leaveEach, PAGE } from '../users/account-deletion.js';
import { commandOf } from './commands/command-identity.js';
import { MatchStreams, type Decide } from './streams/match-streams.js';
import { ProjectionGate } from '../positions/projection-gate.js';

/**
 * Removes a deleted account from its matches (docs/product.md, Leaving and withdrawing 9): declines open invitations,
 * leaves or ends lobbies, and withdraws from rounds in progress. Verified cards stay and show "Deleted player".
 */
@Injectable()
export class LeaveMatchesOnAccountDeletion implements OnModuleInit {
  constructor(
    private readonly streams: MatchStreams,
    private readonly gate: ProjectionGate,
    private readonly deletion: AccountDeletion,
    @Inject(PG_POOL) private readonly pool: pg.Pool,
  ) {}

  onModuleInit(): void {
    this.deletion.add((userId, origin) => {
      const by = { ...commandOf({ userId, origin, route: 'DELETE /api/user/delete' }, {}), keyed: false };
      return leaveEach(
        this.gate,
        (after) => this.openMatches(userId, after),
        (matchId) => this.streams.execute(matchId, by, lastCommand(by), () => null),
      );
    });
  }

  private async openMatches(userId: string, after: string | null): Promise<string[]> {
    const { rows } = await this.pool.query<{ match_id: string }>(
      `select match_id from ${CLUBHOUSE_SCHEMA}.matches m
       where m.status <> 'ENDED' and ($2::uuid is null or match_id > $2) and match_id in (
         select match_id from ${CLUBHOUSE_SCHEMA}.player_matches where user_id = $1
         union
         select match_id from ${CLUBHOUSE_SCHEMA}.invites where user_id = $1 and status = 'PENDING')
       order by match_id limit $3`,
      [userId, after, PAGE],
    );
    return rows.map(({ match_id }) => match_id);
  }
}

/** The golfer's final command in a match; nothing if nothing is left to do or the match no longer accepts it. */
function lastCommand({ actorId }: CommandMetadata): Decide {
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
