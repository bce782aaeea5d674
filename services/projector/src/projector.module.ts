import { measuredStore, openLog, openPool, type Config, type Logger } from '@fairmark/server';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Registry } from 'prom-client';
import { anchorSinks, startAnchorer } from './anchors/anchorer.js';
import { competitionWork } from './competitions/competition-work.js';
import { keepStandings } from './competitions/standings.js';
import { startWork, type OwedWork, type RunningWork } from './jobs/job-queue.js';
import { startMailReactor } from './mail/mail.reactor.js';
import { MAILS_AT_ONCE, mailWork } from './mail/mail.work.js';
import { Projector } from './projection/projector.js';
import { rebuildWork } from './rebuild/rebuild-work.js';
import { measureAnchors, measureProjector, projectorMissing } from './projector.metrics.js';
import { upkeepWork } from './upkeep/account-upkeep.js';
import { watchBackups, watchDisks } from './upkeep/watches.js';

/** Each mail being sent holds one connection and queries through another; all other work shares the rest. */
const CONNECTIONS = 2 * MAILS_AT_ONCE + 5;

/** Generous, because no golfer waits for this process to read the log. */
const LOG_TIMEOUT_MS = 10_000;

/** The parts that run until the process ends. They work independently of each other. */
export class Running implements OnApplicationShutdown {
  private constructor(
    readonly metrics: Registry,
    readonly missing: () => string[],
    private readonly stop: () => Promise<void>,
  ) {}

  static async start(config: Config, logger: Logger): Promise<Running> {
    const { databaseUrl, remindAfterMs } = config;
    const metrics = new Registry();
    const onTrouble = (what: string, err: unknown): void => logger.warn({ err, what }, 'event store error, retrying');
    const store = measuredStore(await openLog(config, { onTrouble, timeoutMs: LOG_TIMEOUT_MS }), metrics);
    const pool = openPool(databaseUrl, 'fairmark jobs', CONNECTIONS);
    const start = (work: OwedWork): RunningWork => startWork(work, { ...config, logger });
    const projector = new Projector({ databaseUrl, store, logger });
    const mails = start(mailWork(pool, { ...config, store, logger }));
    const anchorer = startAnchorer({ databaseUrl, store, logger, sinks: anchorSinks(config) });
    const parts = [
      projector,
      mails,
      anchorer,
      start(rebuildWork(pool, { ...config, logger })),
      start(competitionWork(pool, { store, logger })),
      keepStandings(pool, { store, logger, isLive: () => projector.health().state === 'LIVE' }),
      start(upkeepWork(pool)),
      watchBackups(pool, { metrics, logger }),
      watchDisks(config.diskDirs ?? [], { metrics, logger }),
      startMailReactor(pool, { store, logger, remindAfterMs }),
    ];
    measureAnchors(metrics, anchorer);
    measureProjector(metrics, { store, projector, jobs: () => mails.counts() });
    const stop = async (): Promise<void> => {
      await Promise.all(parts.map((part) => part.stop()));
      await pool.end();
      await store.close();
    };
    return new Running(metrics, () => projectorMissing(projector), stop);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }
}

/** The projector process: read models, mails, anchors, rebuilds, finished competitions and upkeep. */
@Module({})
export class ProjectorModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: ProjectorModule,
      providers: [{ provide: Running, useFactory: () => Running.start(config, logger) }],
    };
  }
}
