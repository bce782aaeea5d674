import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresEventStore, type EventStore } from '@fairmark/events';
import { MeasuredStore, type Config, type Logger } from '@fairmark/platform';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Registry } from 'prom-client';
import { startFinisher, type Finisher } from './competitions/finisher.js';
import { startMailReactor, type MailReactor } from './mail/mail.reactor.js';
import { startMailWorker, type MailWorker, type MailWorkerOptions } from './mail/mail.worker.js';
import { PostgresLogReader } from './projection/log-reader.js';
import { startProjector, type Projector } from './projection/projector.js';
import { measureProjector, projectorMissing } from './projector.metrics.js';

const MAIL_RETRY_MS = { first: 2_000, most: 60_000 };

/** What runs until the process ends. Tables and mails do not wait for each other. */
export class Running implements OnApplicationShutdown {
  /** What the process tells Prometheus. */
  readonly metrics = new Registry();
  private readonly ending = new AbortController();
  private readonly store: EventStore;
  private readonly reader: PostgresLogReader;
  private readonly projector: Projector;
  private readonly finisher: Finisher;
  private readonly reactor: MailReactor;
  private readonly mails: Promise<MailWorker | null>;

  constructor(config: Config, logger: Logger) {
    const { databaseUrl, remindAfterMs } = config;
    const log = new PostgresEventStore({
      connectionString: databaseUrl,
      onTrouble: (what, err) => logger.warn({ err, what }, 'the log gives trouble'),
    });
    this.store = new MeasuredStore(log, this.metrics);
    this.reader = new PostgresLogReader(databaseUrl);
    this.projector = startProjector({ databaseUrl, store: this.store, reader: this.reader, logger });
    this.finisher = startFinisher({ databaseUrl, store: this.store, logger });
    const { store, reader } = this;
    this.reactor = startMailReactor({ databaseUrl, store, reader, logger, remindAfterMs });
    this.mails = startMails({ ...config, store, logger }, this.ending.signal);
    let worker: MailWorker | null = null;
    void this.mails.then((started) => (worker = started));
    measureProjector(this.metrics, { store, projector: this.projector, jobs: async () => worker?.jobs() ?? null });
  }

  /** What keeps the process from its work; empty: nothing. */
  missing(): string[] {
    return projectorMissing(this.projector);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    const mails = this.mails.then((worker) => worker?.stop());
    await Promise.all([this.projector.stop(), this.finisher.stop(), this.reactor.stop(), mails]);
    await Promise.all([this.store.close(), this.reader.close()]);
  }
}

/** A mail queue that cannot be reached at the start is one that is reached later. */
async function startMails(options: MailWorkerOptions, signal: AbortSignal): Promise<MailWorker | null> {
  let retryInMs = MAIL_RETRY_MS.first;
  while (!signal.aborted) {
    try {
      return await startMailWorker(options);
    } catch (err) {
      options.logger.error({ err, retryInMs }, 'the mail worker could not start');
      await sleep(retryInMs, undefined, { signal }).catch(() => undefined);
      retryInMs = Math.min(2 * retryInMs, MAIL_RETRY_MS.most);
    }
  }
  return null;
}

/** The projector process: the clubhouse's tables from the log, competitions that are over, and mails. */
@Module({})
export class ProjectorModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ProjectorModule,
      providers: [{ provide: Running, useFactory: () => new Running(config, logger) }],
    };
  }
}
