import { runEvery } from '@fairmark/server';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CLOCK, LOGGER, PG_POOL, type Clock, type Logger } from '../platform/tokens.js';
import { AccountDeletion } from './account-deletion.js';

const LOOK_EVERY_MS = 30_000;
const CLEAN_EVERY_MS = 3_600_000;
/** Ended sessions, old links and sent mails are kept for so long: a link that was used must still say so. */
const KEEP_DAYS = 30;

/** What accounts need from time to time, in every api process; done twice it does no harm. */
@Injectable()
export class AccountUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly ending = new AbortController();
  private working: Promise<void> = Promise.resolve();
  private cleanAt = 0;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly deletion: AccountDeletion,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.working = runEvery(() => this.work(), {
      everyMs: LOOK_EVERY_MS,
      signal: this.ending.signal,
      onError: (err) => this.logger.warn({ err }, 'the upkeep of accounts waits for the database'),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await this.working;
  }

  /** Removes what nobody asks for any more. */
  async clean(): Promise<void> {
    const before = new Date(this.clock().getTime() - KEEP_DAYS * 24 * 3_600_000);
    await this.pool.query('delete from app.sessions where least(ended_at, expires_at) < $1', [before]);
    await this.pool.query('delete from app.capped_uses where used_at < $1', [before]);
    await this.pool.query('delete from app.mail_links where expires_at < $1', [before]);
    await this.pool.query(
      'delete from app.mail_outbox where link_token is null and about is null and created_at < $1',
      [before],
    );
  }

  private async work(): Promise<void> {
    await this.deletion.finishPending();
    if (performance.now() < this.cleanAt) return;
    await this.clean();
    this.cleanAt = performance.now() + CLEAN_EVERY_MS;
  }
}
