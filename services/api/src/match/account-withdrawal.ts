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
import { AccountDeletion } from '../users/account-deletion.js';
import { commandOf } from './commands/command-identity.js';
import { MatchStreams, type Decide } from './streams/match-streams.js';
import { UpToDate } from '../positions/up-to-date.js';

/** Matches per look into the tables. */
const PAGE = 200;

/**
 * A deleted account's goodbye to its matches (docs/product.md, Leaving and withdrawing 9): open invitations are
 * declined, lobbies left or ended, rounds that go on are withdrawn from. What is verified stands, and shows "Deleted
 * player".
 */
@Injectable()
export class AccountWithdrawal implements OnModuleInit {
  constructor(
    private readonly streams: MatchStreams,
    private readonly upToDate: UpToDate,
    private readonly deletion: AccountDeletion,
    @Inject(PG_POOL) private readonly pool: pg.Pool,
  ) {}

  onModuleInit(): void {
    this.deletion.add((userId) => this.withdraw(userId));
  }

  /**
   * Safe to repeat: what is done is nothing to do any more.
   *
   * @throws Error while the tables lie behind and could miss a match, or the log did not answer for one; the others are left
   *   all the same, and the deletion is finished later
   */
  async withdraw(userId: string): Promise<void> {
    if (!(await this.upToDate.wait())) throw new Error('The tables do not hold every match yet');
    const by = { ...commandOf(userId, 'DELETE /api/user/delete', {}), keyed: false };
    const failed: unknown[] = [];
    let after: string | null = null;
    do {
      const matchIds = await this.openMatches(userId, after);
      for (const matchId of matchIds) {
        try {
          await this.streams.execute(matchId, by, goodbye(by), () => null);
        } catch (error) {
          failed.push(error);
        }
      }
      after = matchIds.length < PAGE ? null : (matchIds.at(-1) ?? null);
    } while (after !== null);
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} matches could not be left yet`);
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

/** What the golfer does last in a match; nothing where nothing is left to do, or where the match takes it no more. */
function goodbye({ actorId }: CommandMetadata): Decide {
  return (state, now) => {
    const command = state === null ? null : lastCommand(state, actorId);
    const decision = command === null ? nothing : decideMatch(state, command, now);
    return decision.ok ? decision : nothing;
  };
}

function lastCommand(state: MatchState, actorId: string): MatchCommand | null {
  const invite = pendingInvite(state, actorId);
  if (invite !== null) {
    // Of no account in declining, whatever it says.
    const gender = 'FEMALE';
    return { type: 'AnswerInvite', actorId, inviteId: invite.inviteId, status: 'DENIED', gender };
  }
  if (!isParticipant(state, actorId) || isSettled(state)) return null;
  return { type: 'LeaveRound', actorId, reason: 'ACCOUNT_DELETED' };
}

/** Nothing can come any more: every card is verified, withdrawn or, in a practice round, full. */
function isSettled(state: MatchState): boolean {
  if (state.status === 'LOBBY') return false;
  const practice = state.playType === 'SOCIAL';
  return [...state.cards.values()].every(
    (card) => card.verified || card.withdrawn || (practice && isComplete(state, card)),
  );
}
