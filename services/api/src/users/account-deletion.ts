import { inTransaction, runEvery } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { originOfOurOwn, type RequestOrigin } from '../http/request-origin.js';
import type { ProjectionGate } from '../positions/projection-gate.js';
import { Sessions } from '../sessions/sessions.js';
import { CLOCK, LOGGER, PG_POOL, type Clock, type Logger } from '../platform/tokens.js';

/** Something that has to be done before an account's row can go. Repeating it does no harm. */
export type DeletionStep = (userId: string, origin: RequestOrigin) => Promise<void>;

/** Ids in one look into the tables. */
export const PAGE = 200;

/**
 * Leaves every stream that an account is part of. Safe to repeat: what was left is found no more, or has nothing to do.
 *
 * @param page the next `PAGE` ids after one, in their order
 * @throws Error while the tables lie behind and could miss a stream, or when one could not be left; the others are left
 *   all the same, and the deletion is finished later
 */
export async function leaveEach(
  gate: Pick<ProjectionGate, 'caughtUp'>,
  page: (after: string | null) => Promise<string[]>,
  leave: (id: string) => Promise<unknown>,
): Promise<void> {
  if (!(await gate.caughtUp())) throw new Error('The tables may not hold every stream of this account yet');
  const failed: unknown[] = [];
  for (let ids = await page(null); ; ids = await page(ids.at(-1) ?? null)) {
    for (const id of ids) await leave(id).catch((error: unknown) => failed.push(error));
    if (ids.length < PAGE) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} streams could not be left yet`);
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const AT_A_TIME = 20;
const LOOK_EVERY_MS = 30_000;

/**
 * Deletes accounts. The request takes the account out of everything in one transaction (no sign-in, no session, not found
 * by a search); then the features let it go, and its row with all that belongs to it is removed. What a crash or an outage
 * interrupts is finished later, by whichever process looks first.
 */
@Injectable()
export class AccountDeletion implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly steps: DeletionStep[] = [];
  private readonly ending = new AbortController();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.looking = runEvery(() => this.finishPending(), {
      everyMs: LOOK_EVERY_MS,
      signal: this.ending.signal,
      onError: (err) => this.logger.warn({ err }, 'the deletion of accounts waits for the database'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.looking;
  }

  /** A feature's part of every deletion; added before the application has started. */
  add(step: DeletionStep): void {
    this.steps.push(step);
  }

  /** From its return on the account is out of everything; the rest may still be under way when something is down. */
  async request(userId: string, origin: RequestOrigin): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await client.query('update app.users set deletion_requested_at = $2 where id = $1', [userId, this.clock()]);
      await this.sessions.endAll(client, userId);
    });
    this.sessions.forget(null);
    await this.finish(userId, origin);
  }

  /** Finishes the deletions that were left over, each once: one that fails again does not stand in the way of the rest. */
  async finishPending(): Promise<void> {
    let after = NO_ID;
    for (;;) {
      const { rows } = await this.pool.query<{ id: string }>(
        'select id from app.users where deletion_requested_at is not null and id > $1 order by id limit $2',
        [after, AT_A_TIME],
      );
      for (const { id } of rows) await this.finish(id, originOfOurOwn());
      if (rows.length < AT_A_TIME) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  private async finish(userId: string, origin: RequestOrigin): Promise<void> {
    try {
      for (const step of this.steps) await step(userId, origin);
      await this.pool.query('delete from app.users where id = $1 and deletion_requested_at is not null', [userId]);
    } catch (err) {
      // The account is out already; the next look tries again.
      this.logger.error({ err, userId }, 'an account deletion is not finished yet');
    }
  }
}
