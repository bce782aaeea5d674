import { existsSync } from 'node:fs';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import fastifyStatic from '@fastify/static';
import type { Config } from '@fairmark/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ASSETS_ROUTE } from '../http/assets-route.js';
import { Refusal } from '../http/refusal.js';
import { besideHttp, type Client } from './client.js';

/** Names of assets hold a hash of their content: what has the name never changes. */
const ASSET = { maxAge: '365d', immutable: true } as const;
/** Icons and the like keep their names. */
const FILE = { maxAge: '1h' } as const;
/** What is never a page, whatever the browser accepts. */
const NO_PAGE = /^(api|assets|health|socket\.io)(\/|$)/i;
const ASSET_NAME = /^[\w-][\w.-]*$/;
const NOT_BUILT = 'The web client is not built. Build it (npm run build) and start again.\n';

/**
 * Serves the built client beside the api: its assets, the few files beside its page, and the page itself at every address that is
 * not another's; what is at that address is the client's router's to say. Assets of other builds come from `shared`,
 * where another api may have put them a moment ago. The page over https of our own is told `port`. Without a client (null) pages are answered with 503 in plain words, and
 * everything else as ever.
 */
export async function serveClient(
  server: FastifyInstance,
  client: Client | null,
  { assetsDir: shared, port }: Pick<Config, 'assetsDir' | 'port'>,
): Promise<void> {
  const secureClient = client === null ? null : besideHttp(client, port);
  // Only what sends files; the routes are our own. Dot files, and what leads out of the folder, it takes for unknown.
  await server.register(fastifyStatic, {
    root: client?.folder ?? process.cwd(),
    serve: false,
    dotfiles: 'ignore',
    index: false,
    acceptRanges: false,
    // The build leaves `.br` and `.gz` beside the files that gain by it.
    preCompressed: true,
  });
  const method = ['GET', 'HEAD'];
  server.route({
    method,
    url: ASSETS_ROUTE,
    handler: (request, reply) => {
      const name = pathOf(request);
      // A missing asset must not become the page: a browser would keep and run that.
      if (client === null || !ASSET_NAME.test(name)) throw new Refusal('NOT_FOUND');
      const own = path.join(client.folder, 'assets');
      // A later build may have taken the place of this one.
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
      if (NO_PAGE.test(name) || !(wanted || (name === '' && client !== null))) throw new Refusal('NOT_FOUND');
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

/** The path behind the route's prefix, as it reads, without a slash in front. */
function pathOf(request: FastifyRequest): string {
  const { '*': rest = '' } = request.params as { '*'?: string };
  return rest.replace(/^\/+/, '');
}
