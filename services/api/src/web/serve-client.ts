import { existsSync } from 'node:fs';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import fastifyStatic from '@fastify/static';
import type { Config } from '@fairmark/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { ASSETS_ROUTE } from '../http/request-log.js';
import { besideHttp, type Client } from './client.js';

/** An asset's name holds a hash of its content, so the content of a name never changes. */
const ASSET = { maxAge: '365d', immutable: true } as const;
/** Icons and the like keep their names from release to release. */
const FILE = { maxAge: '1h' } as const;
/** Paths that never get the page, whatever the browser accepts. */
const NEVER_PAGE = /^(api|assets|health|socket\.io)(\/|$)/i;
const ASSET_NAME = /^[\w-][\w.-]*$/;
const NOT_BUILT = 'The web client is not built. Build it (npm run build) and start again.\n';

/**
 * Serves the client's assets (those of other builds from `shared`), the files beside its page, and the page at every
 * address without another route. Without a client pages are answered with 503.
 */
export async function serveClient(
  server: FastifyInstance,
  client: Client | null,
  { assetsDir: shared, port }: Pick<Config, 'assetsDir' | 'port'>,
): Promise<void> {
  const secureClient = client === null ? null : besideHttp(client, port);
  // Only for `sendFile`; the routes are our own. It treats dot files and paths that leave the folder as missing.
  await server.register(fastifyStatic, {
    root: client?.folder ?? process.cwd(),
    serve: false,
    dotfiles: 'ignore',
    index: false,
    acceptRanges: false,
    // The build writes `.br` and `.gz` files beside those worth compressing.
    preCompressed: true,
  });
  const method = ['GET', 'HEAD'];
  server.route({
    method,
    url: ASSETS_ROUTE,
    handler: (request, reply) => {
      const name = pathOf(request);
      // A missing asset must not be answered with the page, which a browser would cache and run.
      if (client === null || !ASSET_NAME.test(name)) throw new Refusal('NOT_FOUND');
      const own = path.join(client.folder, 'assets');
      // A later build may have replaced this one's files.
      const folder = shared === undefined || existsSync(path.join(own, name)) ? own : shared;
      return reply.header('vary', 'accept-encoding').sendFile(name, folder, ASSET);
    },
  });
  server.route({
    method,
    url: '/*',
    handler: (request, reply) => {
      const name = pathOf(request);
      if (client?.files.has(name)) return reply.header('vary', 'accept-encoding').sendFile(name, FILE);
      const wanted = request.headers.accept?.includes('text/html') === true;
      if (NEVER_PAGE.test(name) || !(wanted || (name === '' && client !== null))) throw new Refusal('NOT_FOUND');
      const served = request.raw.socket instanceof TLSSocket ? secureClient : client;
      return served === null
        ? reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
        : page(served, request, reply);
    },
  });
}

function page({ page: html, etag, policy }: Client, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': policy,
    etag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(html);
}

/** The path after the route's prefix, decoded, without a leading slash. */
function pathOf(request: FastifyRequest): string {
  const { '*': rest = '' } = request.params as { '*'?: string };
  return rest.replace(/^\/+/, '');
}
