import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { matchStream, type MatchEvent } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import { chance, createLogger, type Logger } from '@fairmark/platform';
import { startMailCatcher, type MailCatcher } from '@fairmark/tools';
import { startMailReactor, type MailReactor, type MailReactorOptions } from '../mail/mail.reactor.js';
import { startMailWorker, type MailWorker, type MailWorkerOptions } from '../mail/mail.worker.js';
import { PostgresLogReader } from '../projection/log-reader.js';
import { appendToMatch } from './fill-log.js';
import { Stand } from './stand.js';

/** A row of the outbox, as tests look at it. */
export interface OutboxRow {
  cause: string;
  kind: string;
  user_id: string;
  about: Record<string, string> | null;
  due_at: Date;
  queued_at: Date | null;
  sent_at: Date | null;
}

/** A stand with golfers and a mail server that catches what is sent. */
export class MailStand {
  /** What was logged. */
  readonly lines: string[] = [];
  readonly logger: Logger;
  private readonly parts = new Set<MailReactor | MailWorker>();
  private readonly luck = chance(Date.now() % 1_000_000);

  private constructor(
    readonly stand: Stand,
    readonly catcher: MailCatcher,
    readonly reader: PostgresLogReader,
  ) {
    const lines = this.lines;
    const keep = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    this.logger = createLogger('mails', 'debug', keep);
  }

  static async make(): Promise<MailStand> {
    const stand = await Stand.make();
    const catcher = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
    return new MailStand(stand, catcher, new PostgresLogReader(stand.url));
  }

  async reacts(options: Partial<MailReactorOptions> = {}): Promise<MailReactor> {
    const { url: databaseUrl, store } = this.stand;
    const { reader, logger } = this;
    const reactor = startMailReactor({ databaseUrl, store, reader, logger, everyMs: 10, ...options });
    const part = this.keep(reactor);
    await until(async () => (await this.checkpoint()) !== undefined);
    return part;
  }

  async works(options: Partial<MailWorkerOptions> = {}): Promise<MailWorker> {
    const worker = await startMailWorker({
      databaseUrl: this.stand.url,
      store: this.stand.store,
      smtpUrl: this.catcher.smtpUrl,
      mailFrom: 'Fairmark <no-reply@fairmark.test>',
      publicUrl: 'http://fairmark.test:3000',
      logger: this.logger,
      ...options,
    });
    return this.keep(worker);
  }

  /** What a test does not stop by itself is stopped at its end. */
  private keep<Part extends MailReactor | MailWorker>(running: Part): Part {
    const part = {
      ...running,
      stop: async () => {
        if (this.parts.delete(part)) await running.stop();
      },
    };
    this.parts.add(part);
    return part;
  }

  async golfer(fullName: string, { verified = true } = {}): Promise<{ id: string; email: string }> {
    const id = randomUUID();
    const email = `golfer.${id.slice(0, 8)}@golfers.test`;
    await this.stand.pool.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
       values ($1, $2, $3, '1234567', 9.1, 'FEMALE', 'x', case when $4 then now() end)`,
      [id, fullName, email, verified],
    );
    return { id, email };
  }

  /** Appends events to a match, recorded so many minutes ago. */
  async happens(matchId: string, events: readonly MatchEvent[], minutesAgo = 0): Promise<bigint> {
    const now = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    return appendToMatch(this.stand.store, matchId, events, { chance: this.luck, now });
  }

  /** Ids of a match's events of a type, in order. */
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

  /** Until the log has been read to its end. */
  async readToEnd(): Promise<void> {
    const head = await this.stand.store.head();
    await until(async () => ((await this.checkpoint()) ?? -1n) >= (head ?? 0n));
  }

  async outbox(): Promise<OutboxRow[]> {
    const { rows } = await this.stand.pool.query<OutboxRow>(
      'select cause, kind, user_id, about, due_at, queued_at, sent_at from app.mail_outbox order by created_at, cause',
    );
    return rows;
  }

  /** Time passes: everything that waits is due. */
  async allDue(): Promise<void> {
    await this.stand.pool.query('update app.mail_outbox set due_at = now() where due_at > now()');
  }

  /** Until every mail was sent, dropped or put off. */
  async settled(): Promise<void> {
    await until(async () => {
      const rows = await this.outbox();
      return rows.every(({ about, due_at }) => about === null || due_at.getTime() > Date.now());
    });
  }

  async end(): Promise<void> {
    await Promise.all([...this.parts].map((part) => part.stop()));
    await this.reader.close();
    await this.catcher.stop();
    await this.stand.end();
  }
}
