import { STATUS_CODES } from 'node:http';
import { TLSSocket } from 'node:tls';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** One year. */
const HTTPS_ONLY = 'max-age=31536000; includeSubDomains';

/** Policy for data: nothing may be loaded, run or framed. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Policy for the API's page, which uses inline styles: own files only. The client's page has its own policy. */
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

/** The minimum headers for answers sent outside of every route. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
  'x-content-type-options': 'nosniff',
} as const;

/** An answer in bytes, for a connection on which no request reaches a route. */
export function bareAnswer(status: number, headers: Readonly<Record<string, string>>, body = ''): string {
  const all = { ...BARE_HEADERS, ...headers, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

/** On every answer, including refusals by address. */
const ALWAYS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
} as const;

/** Sets the headers of every answer; data is never cached. HSTS is sent behind a proxy only (adr/0020). */
export function setSecurityHeaders(server: FastifyInstance, proxies: number): void {
  server.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(ALWAYS);
    done();
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (proxies > 0 && !(request.raw.socket instanceof TLSSocket)) {
      void reply.header('strict-transport-security', HTTPS_ONLY);
    }
    void reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
    const type = String(reply.getHeader('content-type') ?? '');
    if (reply.getHeader('content-security-policy') === undefined) {
      void reply.header('content-security-policy', type.startsWith('text/html') ? PAGE_POLICY : DATA_POLICY);
    }
    if (type.startsWith('application/json') && reply.getHeader('cache-control') === undefined) {
      void reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
}

/** Routes whose answers carry a token and echo input: their compressed size could reveal the token (BREACH). */
const CARRY_TOKENS = /^\/api\/(auth\/|ops\/(second-factor|board-links)|user\/settings$)/;

/** Compresses answers and pages, but nothing that is compressed already. Request bodies are never decompressed. */
export async function compressAnswers(server: FastifyInstance): Promise<void> {
  server.addHook('onRoute', (route) => {
    if (CARRY_TOKENS.test(route.url)) route.compress = false;
  });
  await server.register(fastifyCompress, { encodings: ['br', 'gzip'], globalDecompression: false });
}
