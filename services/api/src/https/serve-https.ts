import { once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import { createServer as createNetServer } from 'node:net';
import { createServer } from 'node:tls';
import { within } from '@fairmark/event-store';
import { addGauge, type Config, type Logger } from '@fairmark/server';
import {
  readAuthority,
  readServerCertificate,
  type CertificateFiles,
  type ServerCertificate,
} from '@fairmark/server/https/certificate-files';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { TooManyRequests } from '../http/refusal.js';
import { addressKey, RateLimits } from '../limits/rate-limits.js';
import { CLOCK, type Clock } from '../platform/tokens.js';

/** Allows for a phone with a weak signal. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const CHECK_EVERY_MS = 5_000;
/** Shorter than a process's own shutdown limit; a handshake that hangs is cut off with it. */
const CLOSE_TIMEOUT_MS = 4_000;

/** The settings of https; null if it is off. Throws a ConfigError that names a file that is unusable. */
export function httpsOf(config: Config): Https | null {
  const { httpsPort: port, httpsCertificate: certificate, httpsKey: key, httpsAuthority: authority } = config;
  if (port === undefined || certificate === undefined || key === undefined) return null;
  if (authority !== undefined) readAuthority(authority);
  const files = { certificate, key };
  return { port, files, first: readServerCertificate(files) };
}

/** The port and certificate of https; the files may change later. */
export interface Https {
  port: number;
  files: CertificateFiles;
  first: ServerCertificate;
}

/**
 * Serves https on its own port, if configured, by passing connections to the http server (adr/0020). They are counted
 * before their handshake, which costs more than most requests.
 */
export function serveHttps(nest: NestFastifyApplication, https: Https | null, host: string, logger: Logger): void {
  const clock = nest.get<Clock>(CLOCK);
  let ends = https?.first.ends;
  addGauge(nest.get(Registry), {
    name: 'fairmark_certificate_seconds',
    help: 'Time until the certificate of https expires; no value where https is off',
    read: () => (ends === undefined ? null : (ends.getTime() - clock().getTime()) / 1_000),
  });
  if (https === null) return;
  const limits = nest.get(RateLimits);
  const { port, files, first } = https;
  const app = nest.getHttpAdapter().getInstance();
  const options = {
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    cert: first.cert,
    key: first.key,
  };
  const tls = createServer(options, (socket) => app.server.emit('connection', socket));
  const connections = createNetServer((connection) => {
    const drop = (): unknown => connection.destroy();
    connection.once('error', drop);
    limits.take('handshake', addressKey(connection.remoteAddress ?? '')).then(
      () => {
        connection.off('error', drop);
        if (!connection.destroyed) tls.emit('connection', connection);
      },
      (err: unknown) => {
        if (!(err instanceof TooManyRequests)) logger.error({ err }, 'a connection with https could not be counted');
        connection.destroy();
      },
    );
  });
  connections.on('error', (err) => logger.error({ err, port }, 'https cannot be served'));
  const paths = new Set([files.certificate, files.key]);
  const renew = (): void => {
    try {
      const { cert, key, ...next } = readServerCertificate(files);
      tls.setSecureContext({ cert, key });
      ({ ends } = next);
      logger.info({ ends }, 'https uses a new certificate');
    } catch (err) {
      // If the two files are replaced one after the other, the second change fixes this.
      logger.error({ err }, 'https keeps its certificate: the new one is unusable');
    }
  };
  app.addHook('onListen', async () => {
    const ready = once(connections, 'listening');
    connections.listen(port, host);
    await ready.then(
      () => logger.info({ port }, 'api listens with https'),
      () => undefined,
    );
    for (const file of paths) watchFile(file, { interval: CHECK_EVERY_MS, persistent: false }, renew);
  });
  app.addHook('preClose', async () => {
    for (const file of paths) unwatchFile(file, renew);
    if (!connections.listening) return;
    const closed = once(connections, 'close');
    connections.close();
    await within(CLOSE_TIMEOUT_MS, closed).catch(() => undefined);
  });
}
