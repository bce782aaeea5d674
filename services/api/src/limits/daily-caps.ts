import { LIMITS, MESSAGES } from '@fairmark/contract';
import type { CommandMetadata, CompetitionEvent, MatchEvent } from '@fairmark/events';
import { ADVISORY_LOCKS, inTransaction, type Config } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { v5 as uuidV5 } from 'uuid';
import { DailyLimitReached } from '../http/refusal.js';
import { CLOCK, CONFIG, PG_POOL, type Clock } from '../platform/tokens.js';

/** What a golfer may do only so often in 24 hours. */
export type Cap = keyof typeof MESSAGES.dailyLimit;

const MAX: Record<Cap, number> = {
  matches: LIMITS.matchesPerDayMax,
  invitations: LIMITS.invitationsPerDayMax,
  competitions: LIMITS.competitionsPerDayMax,
  competitionPlayers: LIMITS.competitionPlayersPerDayMax,
};
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Says whether a command may write its events; refuses otherwise. */
export interface Admission {
  /** @throws Refusal DAILY_LIMIT with the time to wait */
  admit(stream: string, command: CapCommand, events: readonly CappedEvent[]): Promise<void>;
}

type CappedEvent = MatchEvent | CompetitionEvent;
type CapCommand = Pick<CommandMetadata, 'commandId' | 'actorId'>;

/** What events use up. Of most, nothing. */
export function usesOf(events: readonly CappedEvent[]): Map<Cap, number> {
  const uses = new Map<Cap, number>();
  const use = (cap: Cap, many = 1): unknown => uses.set(cap, (uses.get(cap) ?? 0) + many);
  for (const { type, data } of events) {
    if (type === 'MatchCreated') use('matches');
    if (type === 'PlayerInvited') use('invitations');
    if (type === 'CompetitionCreated') use('competitions');
    if (type === 'CompetitionPlayersAdded') use('competitionPlayers', data.userIds.length);
  }
  return uses;
}

/**
 * Caps of a day, counted in rows by command: several api processes share them, a restart forgets nothing, and a command that is
 * sent again counts once. Asked right before an append, so that what is refused for another reason uses nothing up.
 */
@Injectable()
export class DailyCaps implements Admission {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rateLimitScale'>,
  ) {}

  async admit(stream: string, command: CapCommand, events: readonly CappedEvent[]): Promise<void> {
    const uses = usesOf(events);
    if (uses.size === 0) return;
    const { actorId } = command;
    // The log knows a command by its stream: one key sent to two matches is two commands.
    const commandId = uuidV5(stream, command.commandId);
    const now = this.clock();
    await inTransaction(this.pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [ADVISORY_LOCKS.dailyCaps, actorId]);
      const known = await client.query('select from app.capped_uses where command_id = $1 limit 1', [commandId]);
      if (known.rowCount === 1) return;
      for (const [cap, many] of uses) await this.use(client, { actorId, commandId, now }, cap, many);
    });
  }

  private async use(
    client: PoolClient,
    { actorId, commandId, now }: { actorId: string; commandId: string; now: Date },
    cap: Cap,
    many: number,
  ): Promise<void> {
    const max = Math.ceil(MAX[cap] * this.config.rateLimitScale);
    const since = new Date(now.getTime() - DAY_MS);
    const { rows } = await client.query<{ used: number }>(
      `select coalesce(sum(uses), 0)::integer as used from app.capped_uses
       where user_id = $1 and cap = $2 and used_at > $3`,
      [actorId, cap, since],
    );
    const tooMany = (rows[0]?.used ?? 0) + many - max;
    if (tooMany > 0) throw await refusal(client, { actorId, cap, since, tooMany, max });
    await client.query(
      'insert into app.capped_uses (command_id, cap, user_id, uses, used_at) values ($1, $2, $3, $4, $5)',
      [commandId, cap, actorId, many, now],
    );
  }
}

/** How long it takes until as many uses as are too many are a day old. */
async function refusal(
  client: PoolClient,
  { actorId, cap, since, tooMany, max }: { actorId: string; cap: Cap; since: Date; tooMany: number; max: number },
): Promise<DailyLimitReached> {
  const { rows } = await client.query<{ used_at: Date }>(
    `select used_at from (
       select used_at, sum(uses) over (order by used_at, command_id) as freed from app.capped_uses
       where user_id = $1 and cap = $2 and used_at > $3
     ) uses where freed >= $4 order by freed limit 1`,
    [actorId, cap, since, tooMany],
  );
  const waitMs = Math.max(1_000, (rows[0]?.used_at.getTime() ?? since.getTime() + DAY_MS) - since.getTime());
  return new DailyLimitReached(Math.ceil(waitMs / 1_000), MESSAGES.dailyLimit[cap](max, Math.ceil(waitMs / HOUR_MS)));
}
