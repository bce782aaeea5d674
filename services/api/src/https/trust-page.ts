import type { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { Config } from '@fairmark/server';
import { readAuthority } from '@fairmark/server/https/certificate-files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pagePolicy } from '../web/client.js';
import { secureWords, trustWords, type AuthorityWords, type PhoneKind } from './trust-words.js';

/** Phones offer to install files of this type. */
const CERTIFICATE_TYPE = 'application/x-x509-ca-cert';
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Serves the page that guides phones to trust our authority, if there is one; over https it confirms that it worked.
 */
export function serveTrustPage(server: FastifyInstance, config: Config): void {
  const { httpsPort, httpsAuthority: file } = config;
  if (httpsPort === undefined || file === undefined) return;
  // Read for each request, because the file may be replaced.
  server.get('/trust', async (request, reply) => {
    const host = hostOf(request);
    const addresses = { http: `http://${host}:${config.port}`, https: `https://${host}:${httpsPort}` };
    const secure = request.raw.socket instanceof TLSSocket;
    const page = secure
      ? secureWords(addresses)
      : trustWords(addresses, wordsOf(readAuthority(file)), phoneOf(request.headers['user-agent']));
    return reply
      .headers({ ...NO_STORE, 'content-security-policy': pagePolicy(page.text) })
      .type('text/html; charset=utf-8')
      .send(page.text);
  });
  server.get('/trust/fairmark.crt', async (_request, reply) =>
    reply.headers(NO_STORE).type(CERTIFICATE_TYPE).send(readAuthority(file).raw),
  );
}

/** The DER bytes of the extension's identifier, 2.5.29.30. */
const NAME_CONSTRAINTS = Buffer.from('0603551d1e', 'hex');

function wordsOf(certificate: X509Certificate): AuthorityWords {
  const { subject, fingerprint256: fingerprint, validTo, raw } = certificate;
  const name = /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;
  return { name, fingerprint, ends: new Date(validTo), constrained: raw.includes(NAME_CONSTRAINTS) };
}

/** iPads identify as Macs. */
function phoneOf(agent = ''): PhoneKind {
  if (agent.includes('Android')) return 'android';
  return /iPhone|iPad|Macintosh/.test(agent) ? 'apple' : null;
}

/** The host of the request, if it is well formed. */
function hostOf({ host }: FastifyRequest): string {
  return URL.parse(`http://${host}`)?.hostname ?? 'localhost';
}
