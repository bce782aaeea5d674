import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Sessions } from '../sessions/sessions.js';
import { CLOCK, LOGGER, type Clock, type Logger } from '../platform/tokens.js';

/** Something that has to be done before an account's row can go. Repeating it does no harm. */
export type DeletionStep = (userId: string) => Promise<void>;

const NO_ID = '00000000-0000-0000-0000-000000000000';
const AT_A_TIME = 20;

/**
 * Deletes accounts. The request takes the account out of everything in one transaction (no sign-in, no session, not found
 * by a search); then the features let it go, and its row with all that belongs to it is removed. What a crash or an outage
 * interrupts is finished later, by whichever process looks first.
 */
@Injectable()
export class AccountDeletion {
  private readonly steps: DeletionStep[] = [];

  constructor(
    private readonly database: DataSource,
    private readonly sessions: Sessions,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A feature's part of every deletion; added before the application has started. */
  add(step: DeletionStep): void {
    this.steps.push(step);
  }

  /** From its return on the account is out of everything; the rest may still be under way when something is down. */
  async request(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await manager.query('update app.users set deletion_requested_at = $2 where id = $1', [userId, this.clock()]);
      await this.sessions.endAll(manager, userId);
    });
    this.sessions.forget(null);
    await this.finish(userId);
  }

  /** Finishes the deletions that were left over, each once: one that fails again does not stand in the way of the rest. */
  async finishPending(): Promise<void> {
    let after = NO_ID;
    for (;;) {
      const rows: { id: string }[] = await this.database.query(
        'select id from app.users where deletion_requested_at is not null and id > $1 order by id limit $2',
        [after, AT_A_TIME],
      );
      for (const { id } of rows) await this.finish(id);
      if (rows.length < AT_A_TIME) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  private async finish(userId: string): Promise<void> {
    try {
      for (const step of this.steps) await step(userId);
      await this.database.query('delete from app.users where id = $1 and deletion_requested_at is not null', [userId]);
    } catch (err) {
      // The account is out already; the next look tries again.
      this.logger.error({ err, userId }, 'an account deletion is not finished yet');
    }
  }
}
