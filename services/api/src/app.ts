import { LIMITS, errorAnswer } from '@fairmark/contract';
import { createLogger, type Config, type Logger } from '@fairmark/server';
import fastifyMultipart from '@fastify/multipart';
import { Registry } from 'prom-client';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { IoAdapter } from '@nestjs/platform-socket.io';
import { AppModule } from './app.module.js';
import { refuseBrokenText } from './http/input.pipe.js';
import { bareAnswer, compressAnswers, BARE_HEADERS, setSecurityHeaders } from './http/security-headers.js';
import { endConnectionsWhenDraining, endWaitingAnswers } from './http/connections.js';
import { httpsOf, serveHttps } from './https/serve-https.js';
import { serveTrustPage } from './https/trust-page.js';
import { nestLogger } from './platform/nest-logger.js';
import { openPlatform } from './platform.providers.js';
import { serveApiPage } from './http/openapi.js';
import { invalidInput } from './http/refusal.js';
import { keepRequestOrigin, requestIdOf } from './http/caller.js';
import { limitAddresses, RateLimits } from './limits/rate-limits.js';
import { Readiness } from './platform/readiness.js';
import { recordRequests } from './http/request-log.js';
import { StatusAdapter } from './http/status.adapter.js';
import type { Clock } from './platform/tokens.js';
import { readClient, serveClient, type Client } from './web/client.js';
import { shareAssets } from './web/shared-assets.js';

/** For a request to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_EVERY_MS = 5_000;
const SILENT_MS = 120_000;
/** Often enough that assets in use are never a week old. */
const SHARE_ASSETS_EVERY_MS = 12 * 3_600_000;
const PATH_PARAMETER_MAX = 200;
/** Limits of a form with one picture. */
const FORM = {
  fields: 10,
  fieldNameSize: 100,
  fieldSize: 4_096,
  files: 1,
  fileSize: LIMITS.avatarBytesMax,
  parts: 12,
  headerPairs: 50,
};

/** The whole api, on a database with its schema. It does not listen yet. */
export async function createApp(
  config: Config,
  { logger = createLogger('api', config.logLevel), clock = () => new Date() }: { logger?: Logger; clock?: Clock } = {},
): Promise<NestFastifyApplication> {
  const https = httpsOf(config);
  const module = { module: AppModule, providers: await openPlatform(config, logger, clock) };
  const app = await NestFactory.create<NestFastifyApplication>(module, fastify(config), {
    logger: nestLogger(logger),
    abortOnError: false,
  });
  const server = app.getHttpAdapter().getInstance();
  endWaitingAnswers(server);
  keepRequestOrigin(server);
  recordRequests(server, logger, app.get(Registry));
  refuseBrokenText(server);
  endConnectionsWhenDraining(server, app.get(Readiness));
  serveHttps(app, https, config.host, logger);
  readJson(app);
  setSecurityHeaders(server, config.trustedProxies);
  limitAddresses(server, app.get(RateLimits));
  await app.register(fastifyMultipart, { limits: FORM });
  await compressAnswers(server);
  const client = builtClient(config, logger);
  if (client !== null && config.assetsDir !== undefined) {
    await keepSharing(server, client, config.assetsDir, logger);
  }
  serveTrustPage(server, config);
  await serveClient(server, client, config);
  // After the last awaited plugin: routes registered before it would miss our error answers.
  serveApiPage(app);
  app.useWebSocketAdapter(new IoAdapter(app));
  return app;
}

/** The built client, if there is one: the api works without. */
function builtClient({ webDir }: Config, logger: Logger): Client | null {
  const client = webDir === undefined ? null : readClient(webDir);
  if (client === null && webDir !== undefined) logger.warn({ webDir }, 'no built web client in WEB_DIR');
  return client;
}

/** If sharing fails, the api still serves its own build. */
async function keepSharing(server: FastifyInstance, client: Client, shared: string, logger: Logger): Promise<void> {
  const share = (): Promise<void> =>
    shareAssets(client, shared).catch((err: unknown) => logger.error({ err, shared }, 'assets could not be shared'));
  await share();
  const timer = setInterval(() => void share(), SHARE_ASSETS_EVERY_MS).unref();
  server.addHook('onClose', async () => clearInterval(timer));
}

/** Fastify's JSON parser, refusing `__proto__` and the like; an empty body counts as none, whatever its header says. */
function readJson(app: NestFastifyApplication): void {
  const server = app.getHttpAdapter().getInstance();
  // The default of `fetch`, which Fastify would hand as a text to routes that expect fields.
  server.removeContentTypeParser('text/plain');
  const parse = server.getDefaultJsonParser('error', 'error');
  app.useBodyParser<RawServerDefault>('application/json', {}, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else {
      void parse(request, body.toString(), (error, parsed) =>
        done(error === null ? null : invalidInput({ body: 'must be JSON' }), parsed),
      );
    }
  });
}

function fastify(config: Config): StatusAdapter {
  return new StatusAdapter({
    bodyLimit: LIMITS.jsonBodyBytesMax,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    genReqId: requestIdOf,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Of the two limits, Node applies the longer one to the whole request; its default for the headers is a minute.
    http: { headersTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    // Ends connections whose answers are not read, and would be kept in memory.
    connectionTimeout: SILENT_MS,
    // Idle connections must not delay the shutdown; running requests may finish.
    forceCloseConnections: 'idle',
    // Requests in progress during the shutdown are answered as usual.
    return503OnClosing: false,
    // Running GET handlers for HEAD would be a second way into every route.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX },
    // A malformed URL never reaches a route, nor its hooks.
    frameworkErrors: (_error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      void reply.code(400).headers(BARE_HEADERS).send(errorAnswer('INVALID_INPUT'));
    },
    // Bytes that are not HTTP never reach a route. What arrives too slowly may be sent again.
    clientErrorHandler: ({ code }, socket) => {
      if (!socket.writable) return;
      const answer = errorAnswer(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'UNAVAILABLE' : 'INVALID_INPUT');
      const type = { 'Content-Type': 'application/json; charset=utf-8' };
      socket.write(bareAnswer(answer.status, type, JSON.stringify(answer)));
      // `end` alone would leave the connection open while the client keeps sending.
      socket.destroySoon();
    },
  });
}
