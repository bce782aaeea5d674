import { matchStream, type MatchEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { chance, openPool } from '@fairmark/server';
import { startMailCatcher, type MailCatcher } from '@fairmark/tools';
import { startWork, type RunningWork } from '../jobs/start-work.js';
import { startMailReactor, type MailReactorOptions } from '../mail/mail.reactor.js';
import { mailWork, type MailWorkOptions } from '../mail/mail.work.js';
import type { Pool } from 'pg';
import { appendToMatch } from './fill-log.js';
import { keptLog } from './kept-log.js';
import { startMailServer, type MailServerBehaviour } from './mail-server.js';
import { addGolfer } from './rows.js';
import { Stand } from './stand.js';

export interface OutboxRow {
  cause: string;
  kind: string;
  user_id: string;
  about: Record<string, string> | null;
  link_token: string | null;
  due_at: Date;
  sent_at: Date | null;
}

/** A process part that sends mails or makes them from events. */
interface Part {
  stop(): Promise<void>;
}

/** A stand with golfers and a mail server that catches what is sent. */
export class MailStand {
  private readonly kept = keptLog();
  readonly logger = this.kept.logger;
  /** Logged lines. */
  readonly lines = this.kept.lines;
  private readonly parts = new Set<Part>();
  private readonly luck = chance(Date.now() % 1_000_000);
  /** Stops the mail server that replaces the catcher. */
  private stopOther: () => Promise<void> = async () => undefined;

  /** The current catcher: a new one after the mail server was down. */
  catcher!: MailCatcher;

  stand!: Stand;

  /** For the tests of this file or `describe`: usable once they run, and empty at the beginning of each. */
  static forSuite(): MailStand {
    const mails = new MailStand();
    beforeAll(async () => {
      mails.stand = await Stand.make();
      mails.catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    });
    afterEach(() => mails.clear());
    afterAll(() => mails.end());
    return mails;
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

  async reacts(options: Partial<MailReactorOptions> = {}): Promise<Part> {
    const pool = openPool(this.stand.url, 'fairmark jobs', 1);
    const running = startMailReactor(pool, { store: this.stand.store, logger: this.logger, everyMs: 10, ...options });
    const reactor = this.keep(running, pool);
    await eventually(async () => (await this.checkpoint()) !== undefined);
    return reactor;
  }

  /** Sends mails; resolves once its queue is open. */
  async works({ redisUrl, ...options }: Partial<MailWorkOptions> & { redisUrl?: string } = {}): Promise<RunningWork> {
    const { url: databaseUrl, store } = this.stand;
    const { logger } = this;
    const pool = openPool(databaseUrl, 'fairmark jobs', 10);
    const work = mailWork(pool, {
      store,
      smtpUrl: this.catcher.smtpUrl,
      mailFrom: 'Fairmark <no-reply@fairmark.test>',
      publicUrl: 'http://fairmark.test:3000',
      logger,
      ...options,
    });
    const running = startWork({ ...work, everyMs: 20 }, { databaseUrl, redisUrl, logger });
    const worker = this.keep(running, pool);
    await eventually(async () => (await running.counts()) !== null);
    return worker;
  }

  /** Parts that a test does not stop are stopped at its end, with their connections. */
  private keep<Kept extends Part>(running: Kept, pool: Pool): Kept {
    const part = {
      ...running,
      stop: async () => {
        if (!this.parts.delete(part)) return;
        await running.stop();
        await pool.end();
      },
    };
    this.parts.add(part);
    return part;
  }

  golfer(fullName: string, { verified = true } = {}): Promise<{ id: string; email: string }> {
    return addGolfer(this.stand.pool, { fullName, verified });
  }

  /** Appends events to a match, recorded this many minutes ago. */
  async happens(matchId: string, events: readonly MatchEvent[], minutesAgo = 0): Promise<bigint> {
    const now = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return appendToMatch(this.stand.store, matchId, events, { chance: this.luck, now });
  }

  async eventIds(matchId: string, type: string): Promise<string[]> {
    const events = await this.stand.store.readStream(matchStream(matchId), 0n, { limit: 1_000 });
    return events.filter((event) => event.type === type).map(({ id }) => id);
  }

  /** Position up to which the log has been read for mails; undefined before the first start. */
  async checkpoint(): Promise<bigint | null | undefined> {
    const { rows } = await this.stand.pool.query<{ position: string | null }>(
      'select position from app.mail_checkpoint',
    );
    const [row] = rows;
    return row === undefined || row.position === null ? row && null : BigInt(row.position);
  }

  /** Waits until the log has been read to its end. */
  async readToEnd(): Promise<void> {
    const head = await this.stand.store.head();
    await eventually(async () => ((await this.checkpoint()) ?? -1n) >= (head ?? 0n));
  }

  async outbox(): Promise<OutboxRow[]> {
    const { rows } = await this.stand.pool.query<OutboxRow>(
      'select cause, kind, user_id, about, link_token, due_at, sent_at from app.mail_outbox order by created_at, cause',
    );
    return rows;
  }

  /** Makes all waiting mails due. */
  async allDue(): Promise<void> {
    await this.stand.pool.query('update app.mail_outbox set due_at = now() where due_at > now()');
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

  /** Stops everything on it, and resets it; only sent mails remain. */
  private async clear(): Promise<void> {
    await Promise.all([...this.parts].map((part) => part.stop()));
    this.lines.splice(0);
    await this.stand.clear();
  }

  private async end(): Promise<void> {
    await Promise.all([...this.parts].map((part) => part.stop()));
    await this.mailServerStops();
    await this.stand.end();
  }
}
