import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
export function besideHttp(client: Client, port: number): Client {
  const page = client.page.replace('</head>', `<meta name="http-port" content="${port}"></head>`);
  return { ...client, page, etag: `W/"${hash('sha256', page, 'base64')}"` };
}

/**
 * Only files of this server and the page's own inline scripts and styles. The empty style too: the client's library
 * creates empty elements and fills them through the CSSOM, which the policy does not restrict.
 */
export function pagePolicy(page: string): string {
  const scripts = inlineTexts(page, /<script\b(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/gi);
  const styles = [...inlineTexts(page, /<style\b[^>]*>([^]*?)<\/style>/gi), ''];
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(scripts)}`,
    `style-src 'self'${hashes(styles)}`,
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

function inlineTexts(page: string, element: RegExp): string[] {
  return [...page.matchAll(element)].map(([, text = '']) => text);
}

function hashes(texts: string[]): string {
  return [...new Set(texts)].map((text) => ` 'sha256-${hash('sha256', text, 'base64')}'`).join('');
}
