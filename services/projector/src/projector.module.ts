import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fairmark/event-store';
import type { Config, Logger } from '@fairmark/server';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Registry } from 'prom-client';
import { measureAnchors } from './anchors/anchor.metrics.js';
import { anchorSinks, startAnchorer, type Anchorer } from './anchors/anchorer.js';
import { startFinisher, type Finisher } from './competitions/finisher.js';
import { startMailReactor, type MailReactor } from './mail/mail.reactor.js';
import { startMailWorker, type MailWorker, type MailWorkerOptions } from './mail/mail.worker.js';
import type { LogReader } from './log-reader/log-reader.js';
import { startProjector, type Projector } from './projection/projector.js';
import { readableLog } from './log-reader/readable-log.js';
import { startJobRunner, type JobRunner } from './rebuild/job-runner.js';
import { measureProjector, projectorMissing } from './projector.metrics.js';

const MAIL_RETRY_MS = { first: 2_000, most: 60_000 };

/** What runs until the process ends. Tables and mails do not wait for each other. */
export class Running implements OnApplicationShutdown {
  private readonly ending = new AbortController();
  private readonly projector: Projector;
  private readonly rebuilds: JobRunner;
  private readonly finisher: Finisher;
  private readonly anchorer: Anchorer;
  private readonly reactor: MailReactor;
  private readonly mails: Promise<MailWorker | null>;

  private constructor(
    config: Config,
    logger: Logger,
    private readonly log: { store: EventStore; reader: LogReader; close: () => Promise<void> },
    /** What the process tells Prometheus. */
    readonly metrics: Registry,
  ) {
    const { databaseUrl, remindAfterMs } = config;
    const { store, reader } = log;
    this.projector = startProjector({ databaseUrl, store, reader, logger });
    this.rebuilds = startJobRunner({ ...config, logger });
    this.finisher = startFinisher({ databaseUrl, store, logger });
    this.anchorer = startAnchorer({ databaseUrl, store, logger, sinks: anchorSinks(config) });
    measureAnchors(metrics, this.anchorer);
    this.reactor = startMailReactor({ databaseUrl, store, reader, logger, remindAfterMs });
    this.mails = startMails({ ...config, store, logger }, this.ending.signal);
    let worker: MailWorker | null = null;
    void this.mails.then((started) => (worker = started));
    measureProjector(metrics, { store, projector: this.projector, jobs: async () => worker?.jobs() ?? null });
  }

  static async start(config: Config, logger: Logger): Promise<Running> {
    const metrics = new Registry();
    const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'the log gives trouble');
    return new Running(config, logger, await readableLog(config, { onTrouble, metrics }), metrics);
  }

  /** What keeps the process from its work; empty: nothing. */
  missing(): string[] {
    return projectorMissing(this.projector);
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort();
    const mails = this.mails.then((worker) => worker?.stop());
    const { projector, rebuilds, finisher, anchorer, reactor } = this;
    await Promise.all([projector, rebuilds, finisher, anchorer, reactor].map((each) => each.stop()).concat(mails));
    await this.log.close();
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
      providers: [{ provide: Running, useFactory: () => Running.start(config, logger) }],
    };
  }
}
