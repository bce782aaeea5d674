import { randomUUID } from 'node:crypto';
import { matchStream, type MatchEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { openPool } from '@fairmark/server';
import { startMailCatcher, type MailCatcher } from '@fairmark/tools';
import { startWork, type RunningWork } from '../jobs/job-queue.js';
import { startMailReactor, type MailReactorOptions } from '../mail/mail.reactor.js';
import { mailWork, type MailWorkOptions } from '../mail/mail.work.js';
import type { Pool } from 'pg';
import { appendToMatch } from './fill-log.js';
import { keptLog } from './kept-log.js';
import { startMailServer, type MailServerBehaviour } from './mail-server.js';
import { addGolfer } from './rows.js';
import { Stand } from './stand.js';

interface OutboxRow {
  cause: string;
  kind: string;
  user_id: string;
  about: Record<string, string> | null;
  link_token: string | null;
  due_at: Date;
  sent_at: Date | null;
}

const REMIND_AFTER_MS = 120 * 60_000;

/** A stand with golfers and a mail server that catches what is sent. */
export class MailStand extends Stand {
  private readonly kept = keptLog();
  readonly logger = this.kept.logger;
  /** Logged lines. */
  readonly lines = this.kept.lines;
  /** Connections of the parts that make and send mails. */
  private jobs!: Pool;
  /** The current catcher: a new one after the mail server was down. */
  catcher!: MailCatcher;
  /** Stops the mail server that replaces the catcher. */
  private stopOther: () => Promise<void> = async () => undefined;

  override async open(): Promise<this> {
    await super.open();
    this.jobs = openPool(this.url, 'fairmark jobs', 40);
    this.catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    return this;
  }

  /** Stops the mail server until {@link mailServerIsBack}. */
  async mailServerStops(): Promise<void> {
    await this.catcher.stop();
    await this.stopOther();
    this.stopOther = async () => undefined;
  }

  /** Starts it again with an empty inbox. */
  async mailServerIsBack(): Promise<void> {
    await this.mailServerStops();
    this.catcher = await startMailCatcher({ smtpPort: this.catcher.smtpPort, httpPort: 0 });
  }

  async mailServerIs(behaviour: MailServerBehaviour): Promise<void> {
    await this.mailServerStops();
    this.stopOther = await startMailServer(this.catcher.smtpPort, behaviour);
  }

  /** Makes mails from events; resolves once it has begun to read the log. */
  async reacts(options: Partial<MailReactorOptions> = {}): Promise<{ stop(): Promise<void> }> {
    const { store, logger } = this;
    const reactor = this.keep(
      startMailReactor(this.jobs, { store, logger, everyMs: 40, remindAfterMs: REMIND_AFTER_MS, ...options }),
    );
    await eventually(async () => (await this.mailCheckpoint()) !== undefined);
    return reactor;
  }

  /** Sends mails; resolves once its queue is open. */
  async works({ redisUrl, ...options }: Partial<MailWorkOptions> & { redisUrl?: string } = {}): Promise<RunningWork> {
    const { url: databaseUrl, store, logger } = this;
    const { smtpUrl } = this.catcher;
    const own = {
      mailFrom: 'Fairmark <no-reply@fairmark.test>',
      publicUrl: 'http://fairmark.test:3000',
      remindAfterMs: REMIND_AFTER_MS,
    };
    const work = { ...mailWork(this.jobs, { store, smtpUrl, ...own, logger, ...options }), everyMs: 50 };
    const worker = this.keep(startWork(work, { databaseUrl, redisUrl, logger }));
    await eventually(async () => (await worker.counts()) !== null);
    return worker;
  }

  /** Puts a mail with a link into the outbox, as a request does. `ago`: how long ago, as an SQL interval. */
  async asks(userId: string, kind = 'VERIFY_EMAIL', ago = '0'): Promise<{ cause: string; token: string }> {
    const cause = randomUUID();
    const token = `secret-${cause}`;
    await this.pool.query(
      'insert into app.mail_outbox (cause, kind, user_id, link_token, created_at) values ($1, $2, $3, $4, now() - $5::interval)',
      [cause, kind, userId, token, ago],
    );
    return { cause, token };
  }

  golfer(fullName: string, { verified = true } = {}): Promise<{ id: string; email: string }> {
    return addGolfer(this.pool, { fullName, verified });
  }

  /** Appends events to a match, recorded this many minutes ago. */
  async happens(matchId: string, events: readonly MatchEvent[], minutesAgo = 0): Promise<bigint> {
    const now = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return appendToMatch(this.store, matchId, events, { now });
  }

  async eventIds(matchId: string, type: string): Promise<string[]> {
    const events = await this.store.readStream(matchStream(matchId), 0n, { limit: 1_000 });
    return events.filter((event) => event.type === type).map(({ id }) => id);
  }

  /** Position up to which the log has been read for mails; undefined before the first start. */
  async mailCheckpoint(): Promise<bigint | null | undefined> {
    const [row] = await this.sql<{ position: string | null }>('select position from app.mail_checkpoint');
    return row === undefined || row.position === null ? row && null : BigInt(row.position);
  }

  /** Waits until the log has been read to its end. */
  async readToEnd(): Promise<void> {
    const head = await this.store.head();
    await eventually(async () => ((await this.mailCheckpoint()) ?? -1n) >= (head ?? 0n));
  }

  outbox(): Promise<OutboxRow[]> {
    return this.sql(
      'select cause, kind, user_id, about, link_token, due_at, sent_at from app.mail_outbox order by created_at, cause',
    );
  }

  /** Makes all waiting mails due. */
  async allDue(): Promise<void> {
    await this.sql('update app.mail_outbox set due_at = now() where due_at > now()');
  }

  /** Makes the mails of all events due, and waits until they are sent. */
  async goOut(): Promise<void> {
    await this.readToEnd();
    await this.allDue();
    await this.works();
    await this.settled();
  }

  /** Waits until every mail was sent, dropped or postponed. */
  async settled(): Promise<void> {
    await eventually(async () => {
      const rows = await this.outbox();
      return rows.every(
        ({ about, link_token, due_at }) => (about === null && link_token === null) || due_at.getTime() > Date.now(),
      );
    });
  }

  /** Only sent mails remain. */
  override async clear(): Promise<void> {
    await super.clear();
    this.lines.splice(0);
  }

  override async end(): Promise<void> {
    await this.stopAll();
    await this.mailServerStops();
    await this.jobs.end();
    await super.end();
  }
}
