import fastifyHelmet from '@fastify/helmet';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

const YEAR_SECONDS = 31_536_000;

/** For data: nothing may be loaded, run or framed. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** For the API's page: own files only. It sets styles in place. The client's page brings a policy of its own. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers that an answer outside of every route can't do without. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
} as const;

/** Headers of every answer; data is never kept by caches. */
export async function setSecurityHeaders(app: NestFastifyApplication): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (_request, reply, payload, done) => {
      const type = String(reply.getHeader('content-type') ?? '');
      if (reply.getHeader('content-security-policy') === undefined) {
        void reply.header('content-security-policy', type.startsWith('text/html') ? PAGE_POLICY : DATA_POLICY);
      }
      void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
      if (type.startsWith('application/json') && reply.getHeader('cache-control') === undefined) {
        void reply.header('cache-control', 'no-store');
      }
      done(null, payload);
    });
}
