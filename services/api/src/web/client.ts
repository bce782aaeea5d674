import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import fastifyStatic from '@fastify/static';
import type { Config } from '@fairmark/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.js';
import { ASSETS_ROUTE } from '../http/request-log.js';

/** The built web client, as it was when the process started. */
export interface Client {
  /** Absolute path of the folder with `index.html` and `assets/`. */
  folder: string;
  /** `index.html`: the page for every address of the client's router. */
  page: string;
  /** Changes with the page. */
  etag: string;
  /** The content security policy of the page. */
  policy: string;
  /** Names of the files beside the page (icons, manifest, robots.txt), which keep their names in every release. */
  files: ReadonlySet<string>;
  /** Names of the build's assets. */
  assets: ReadonlySet<string>;
}

/** Reads the built client; null if there is none. Its page stays the same when a later build replaces the files. */
export function readClient(folder: string): Client | null {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const page = readFileSync(index, 'utf8');
  const assets = path.join(folder, 'assets');
  return {
    folder: path.resolve(folder),
    page,
    // Weak, because the same page is sent compressed and uncompressed.
    etag: `W/"${hash('sha256', page, 'base64')}"`,
    policy: pagePolicy(page),
    files: new Set(
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !/^\.|\.(html|br|gz)$/.test(entry.name))
        .map((entry) => entry.name),
    ),
    assets: new Set(existsSync(assets) ? readdirSync(assets) : []),
  };
}

/** The client as served over our own https: its page names the port of the http server beside it. */
function besideHttp(client: Client, port: number): Client {
  const page = client.page.replace('</head>', `<meta name="http-port" content="${port}"></head>`);
  return { ...client, page, etag: `W/"${hash('sha256', page, 'base64')}"` };
}

/**
 * Only files of this server and the page's own inline scripts and styles. The empty style too: the client's library
 * creates empty elements and fills them through the CSSOM, which the policy does not restrict.
 */
export function pagePolicy(page: string): string {
  const scripts = hashesOf(page, /<script\b(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/gi);
  const styles = hashesOf(`${page}<style></style>`, /<style\b[^>]*>([^]*?)<\/style>/gi);
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self'${styles}`,
    // A chosen picture is previewed before upload (blob:).
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // Sockets of the same origin are 'self' as well.
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The hashes of the texts in some elements, as sources of a policy. */
function hashesOf(page: string, element: RegExp): string {
  const sources = Array.from(page.matchAll(element), ([, text = '']) => ` 'sha256-${hash('sha256', text, 'base64')}'`);
  return [...new Set(sources)].join('');
}

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
