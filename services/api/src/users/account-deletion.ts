import { inTransaction, repeat } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { internalOrigin, type RequestOrigin } from '../http/caller.js';
import { Sessions } from '../sessions/sessions.js';
import { CLOCK, LOGGER, PG_POOL, type Clock, type Logger } from '../platform/tokens.js';

/** A step that must succeed before an account's row is deleted. It must be idempotent. */
type DeletionStep = (userId: string, origin: RequestOrigin) => Promise<void>;

const RETRY_EVERY_MS = 30_000;
const RETRIED_MAX = 1_000;

/**
 * Deletes accounts: the request disables them, each feature's step lets them go, then the row is deleted (adr/0008).
 * Any process finishes what an outage has interrupted.
 */
@Injectable()
export class AccountDeletion implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly steps: DeletionStep[] = [];
  private retrying: ReturnType<typeof repeat> | undefined;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
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

  /** Adds a feature's step to every deletion; call it before the application starts. */
  add(step: DeletionStep): void {
    this.steps.push(step);
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

  private async finish(userId: string, origin: RequestOrigin): Promise<void> {
    try {
      for (const step of this.steps) await step(userId, origin);
      await this.pool.query('delete from app.users where id = $1 and deletion_requested_at is not null', [userId]);
    } catch (err) {
      // The account is disabled already; the next run tries again.
      this.logger.error({ err, userId }, 'an account deletion failed and will be retried');
    }
  }
}
