import { once } from 'node:events';
import { unwatchFile, watchFile } from 'node:fs';
import { createServer } from 'node:tls';
import type { Config, Logger } from '@fairmark/server';
import {
  readAuthority,
  readServerCertificate,
  type CertificateFiles,
  type ServerCertificate,
} from '@fairmark/server/https/certificate-files';
import type { FastifyInstance } from 'fastify';

/** A phone with a weak signal needs some seconds. */
const HANDSHAKE_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 5_000;
/** Less than a process has to end in; a handshake that hangs is ended with it. */
const CLOSED_WITHIN_MS = 4_000;

/** What https is served with; null where it is not. Throws a ConfigError that names the file which is no good. */
export function httpsOf({
  httpsPort: port,
  httpsCertificate: certificate,
  httpsKey: key,
  httpsAuthority,
}: Config): Https | null {
  if (port === undefined || certificate === undefined || key === undefined) return null;
  if (httpsAuthority !== undefined) readAuthority(httpsAuthority);
  const files = { certificate, key };
  return { port, files, first: readServerCertificate(files) };
}

/** The port of https, and what it begins with of files that may change. */
export interface Https {
  port: number;
  files: CertificateFiles;
  first: ServerCertificate;
}

/**
 * Serves https on a port of its own: what arrives there is handed to the server of http, so that every limit, header and socket
 * is the same. A renewed certificate is taken over while it runs.
 */
export function serveHttps(app: FastifyInstance, { port, files, first }: Https, host: string, logger: Logger): void {
  const options = {
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_WITHIN_MS,
    cert: first.cert,
    key: first.key,
  };
  const tls = createServer(options, (socket) => app.server.emit('connection', socket));
  tls.on('error', (err) => logger.error({ err, port }, 'https is not served'));
  const paths = new Set([files.certificate, files.key]);
  const renew = (): void => {
    try {
      const { ends, cert, key } = readServerCertificate(files);
      tls.setSecureContext({ cert, key });
      logger.info({ ends }, 'https has another certificate');
    } catch (err) {
      // Of two files that are replaced one after the other, the second makes it good again.
      logger.error({ err }, 'https keeps its certificate: the new one is no good');
    }
  };
  app.addHook('onListen', async () => {
    const ready = once(tls, 'listening');
    tls.listen(port, host);
    await ready.then(
      () => logger.info({ port }, 'api listens with https'),
      () => undefined,
    );
    for (const file of paths) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, renew);
  });
  app.addHook('preClose', async () => {
    for (const file of paths) unwatchFile(file, renew);
    if (!tls.listening) return;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), CLOSED_WITHIN_MS);
    const closed = once(tls, 'close', { signal: limit.signal }).catch(() => undefined);
    tls.close();
    await closed;
    clearTimeout(timer);
  });
}
