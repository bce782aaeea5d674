import { LIMITS, MESSAGES } from '@fairmark/contract';
import { namedUuid, type CommandMetadata, type CompetitionEvent, type MatchEvent } from '@fairmark/events';
import { ADVISORY_LOCKS, CAN_PLAY, inTransaction, type Config } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { invalidInput, Refusal, TooManyRequests } from '../http/refusal.js';
import { CLOCK, CONFIG, PG_POOL, type Clock } from '../platform/tokens.js';

/** An action that a golfer may take a limited number of times in 24 hours. */
type Cap = keyof typeof MESSAGES.dailyLimit;

const MAX: Record<Cap, number> = {
  matches: LIMITS.matchesPerDayMax,
  invitations: LIMITS.invitationsPerDayMax,
  competitions: LIMITS.competitionsPerDayMax,
  competitionPlayers: LIMITS.competitionPlayersPerDayMax,
};
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

type CappedEvent = MatchEvent | CompetitionEvent;
type CapCommand = Pick<CommandMetadata, 'commandId' | 'actorId'>;

/** How many uses of each cap the events consume; most events consume none. */
function usesOf(events: readonly CappedEvent[]): Map<Cap, number> {
  const uses = new Map<Cap, number>();
  const use = (cap: Cap, count = 1): unknown => uses.set(cap, (uses.get(cap) ?? 0) + count);
  for (const { type, data } of events) {
    if (type === 'MatchCreated') use('matches');
    if (type === 'PlayerInvited') use('invitations');
    if (type === 'CompetitionCreated') use('competitions');
    if (type === 'CompetitionPlayersAdded') use('competitionPlayers', data.userIds.length);
  }
  return uses;
}

/** Refuses an event that adds golfers who cannot play: a deletion of their account under way would miss it. */
async function assertCanPlay(client: PoolClient, { type, data }: CappedEvent): Promise<void> {
  if (type !== 'PlayerInvited' && type !== 'CompetitionPlayersAdded') return;
  const added = type === 'PlayerInvited' ? [data.userId] : data.userIds;
  const { rowCount } = await client.query(`select from app.users where id = any($1) and ${CAN_PLAY}`, [added]);
  if (rowCount === added.length) return;
  throw type === 'PlayerInvited'
    ? new Refusal('USER_NOT_FOUND')
    : invalidInput({ players: MESSAGES.competitionPlayerGone });
}

/**
 * Counts the uses of each command in rows, which all processes share and a retry finds. Called right before an append,
 * so that a command refused for another reason uses nothing up.
 */
@Injectable()
export class DailyCaps {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimitScale'>,
  ) {}

  /**
   * @throws Refusal DAILY_LIMIT with the time to wait; UNAUTHORIZED if the account is being deleted, USER_NOT_FOUND or
   *   INVALID_INPUT if that of an added golfer is
   */
  async admit(stream: string, command: CapCommand, events: readonly CappedEvent[]): Promise<void> {
    const uses = usesOf(events);
    if (uses.size === 0) return;
    const { actorId } = command;
    // A command id is unique within its stream only: one key sent to two matches is two commands.
    const commandId = namedUuid(stream, command.commandId);
    const now = this.clock();
    await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.dailyCaps, actorId]);
      for (const event of events) await assertCanPlay(client, event);
      const known = await client.query('select from app.capped_uses where command_id = $1 limit 1', [commandId]);
      if (known.rowCount === 1) return;
      for (const [cap, count] of uses) {
        await this.assertRoom(client, { actorId, cap, count, now });
        const { rowCount } = await client.query(
          `insert into app.capped_uses (command_id, cap, user_id, uses, used_at)
           select $1::uuid, $2, id, $4::integer, $5::timestamptz from app.users
           where id = $3 and deletion_requested_at is null`,
          [commandId, cap, actorId, count, now],
        );
        // The account is being deleted: nothing may begin that its deletion would miss.
        if (rowCount === 0) throw new Refusal('UNAUTHORIZED');
      }
    });
  }

  /** @throws Refusal DAILY_LIMIT with the time until enough earlier uses are a day old to make room */
  private async assertRoom(
    client: PoolClient,
    { actorId, cap, count, now }: { actorId: string; cap: Cap; count: number; now: Date },
  ): Promise<void> {
    const max = Math.ceil(MAX[cap] * this.config.rateLimitScale);
    const since = now.getTime() - DAY_MS;
    const { rows } = await client.query<{ uses: number; at: Date }>(
      `select uses, used_at as at from app.capped_uses
       where user_id = $1 and cap = $2 and used_at > $3 order by used_at`,
      [actorId, cap, new Date(since)],
    );
    let excess = rows.reduce((sum, { uses }) => sum + uses, count) - max;
    if (excess <= 0) return;
    const last = rows.find(({ uses }) => (excess -= uses) <= 0);
    const waitMs = (last?.at.getTime() ?? now.getTime()) - since;
    throw new TooManyRequests(Math.ceil(waitMs / 1_000), MESSAGES.dailyLimit[cap](max, Math.ceil(waitMs / HOUR_MS)));
  }
}
