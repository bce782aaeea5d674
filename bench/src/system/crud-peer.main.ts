import { Module, ValidationPipe, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import helmet from 'helmet';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { endWithParent, tell } from '../run/children.js';
import { AuthGuard, Session, type Authenticated } from './crud-peer/auth.guard.js';
import { Member, Score, ScoresController, ScoresService } from './crud-peer/scores.js';

const MINUTE_MS = 60_000;
/** Never reached, but requests are counted. */
const REQUESTS_A_MINUTE = 1_000_000_000;
/** Total of all pools of the product's api: rows 10, queries 10, log 4 to read and 1 to write. */
const POOL_SIZE = 25;

@Module({})
class AppModule {
  static with(database: DataSource): DynamicModule {
    return {
      module: AppModule,
      imports: [ThrottlerModule.forRoot([{ ttl: MINUTE_MS, limit: REQUESTS_A_MINUTE }])],
      controllers: [ScoresController],
      providers: [
        ScoresService,
        { provide: DataSource, useValue: database },
        { provide: APP_GUARD, useClass: ThrottlerGuard },
        { provide: APP_GUARD, useClass: AuthGuard },
      ],
    };
  }
}

/**
 * The peer: a CRUD endpoint for scores, written as in the documentation of NestJS, TypeORM and their middleware. One
 * table without history, a log line per request, rate limits, security headers, validated input.
 */
async function createPeer(databaseUrl: string): Promise<NestExpressApplication> {
  const database = await new DataSource({
    type: 'postgres',
    url: databaseUrl,
    entities: [Session, Member, Score],
    synchronize: true,
    poolSize: POOL_SIZE,
    // Connections stay open, as they do in a process that is never idle.
    extra: { idleTimeoutMillis: 0 },
  }).initialize();
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(database), { logger: ['error', 'warn'] });
  app.use(helmet());
  logRequests(app);
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  return app;
}

/** Logs a line for each request with the same content as the product's. */
function logRequests(app: NestExpressApplication): void {
  const logger = pino();
  interface Answer {
    statusCode: number;
    on(event: 'finish', listener: () => void): void;
  }
  app.use((request: Authenticated & { method: string; originalUrl: string }, answer: Answer, next: () => void) => {
    const started = performance.now();
    answer.on('finish', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const { method, originalUrl: url, userId } = request;
      logger.info({ method, url, status: answer.statusCode, ms, userId }, 'request');
    });
    next();
  });
}

endWithParent();
const app = await createPeer(process.env.DATABASE_URL ?? '');
await app.listen(Number(process.env.PORT), '127.0.0.1');
tell({ listening: true });
