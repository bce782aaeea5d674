import type { EventStore } from '@fairmark/event-store';
import { measuredStore, openLog, type Config, type Logger } from '@fairmark/server';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { Registry } from 'prom-client';
import { measureAnchors } from './anchors/anchor.metrics.js';
import { anchorSinks, startAnchorer, type Anchorer } from './anchors/anchorer.js';
import { competitionWork } from './competitions/competition-work.js';
import type { OwedWork } from './jobs/owed-work.js';
import { openPool } from './jobs/pool.js';
import { startWork, type RunningWork } from './jobs/start-work.js';
import { startMailReactor } from './mail/mail.reactor.js';
import { MAILS_AT_ONCE, mailWork } from './mail/mail.work.js';
import { startProjector, type Projector } from './projection/projector.js';
import { rebuildWork } from './rebuild/rebuild-work.js';
import { measureProjector, projectorMissing } from './projector.metrics.js';
import { upkeepWork } from './upkeep/account-upkeep.js';

/** A mail in hand holds one connection and looks things up over another; reactor, looks and other work need the rest. */
const CONNECTIONS = 2 * MAILS_AT_ONCE + 5;

/** No golfer waits for what this process reads. */
const LOG_PATIENCE_MS = 10_000;

/** What runs until the process ends. Tables and mails do not wait for each other. */
export class Running implements OnApplicationShutdown {
  private readonly projector: Projector;
  private readonly pool: Pool;
  private readonly work: RunningWork[];
  private readonly anchorer: Anchorer;
  private readonly reactor: { stop: () => Promise<void> };

  private constructor(
    config: Config,
    logger: Logger,
    private readonly store: EventStore,
    /** What the process reports to Prometheus. */
    readonly metrics: Registry,
  ) {
    const { databaseUrl, remindAfterMs } = config;
    this.projector = startProjector({ databaseUrl, store, logger });
    this.pool = openPool(databaseUrl, 'fairmark jobs', CONNECTIONS);
    const start = (work: OwedWork): RunningWork => startWork(work, { ...config, logger });
    const mails = start(mailWork(this.pool, { ...config, store, logger }));
    const rebuilds = start(rebuildWork(this.pool, { ...config, logger }));
    const competitions = start(competitionWork(this.pool, { store, logger }));
    this.work = [mails, rebuilds, competitions, start(upkeepWork(this.pool))];
    this.anchorer = startAnchorer({ databaseUrl, store, logger, sinks: anchorSinks(config) });
    measureAnchors(metrics, this.anchorer);
    this.reactor = startMailReactor(this.pool, { store, logger, remindAfterMs });
    measureProjector(metrics, { store, projector: this.projector, jobs: () => mails.counts() });
  }

  static async start(config: Config, logger: Logger): Promise<Running> {
    const metrics = new Registry();
    const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'event store error, retrying');
    return new Running(
      config,
      logger,
      measuredStore(await openLog(config, { onTrouble, timeoutMs: LOG_PATIENCE_MS }), metrics),
      metrics,
    );
  }

  /** What keeps the process from its work; empty: nothing. */
  missing(): string[] {
    return projectorMissing(this.projector);
  }

  async onApplicationShutdown(): Promise<void> {
    const { projector, work, anchorer, reactor } = this;
    await Promise.all([projector, ...work, anchorer, reactor].map((each) => each.stop()));
    await this.pool.end();
    await this.store.close();
  }
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
