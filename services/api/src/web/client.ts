import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The built web client, as it stood when the process started. */
export interface Client {
  /** Absolute path of the folder with `index.html` and `assets/`. */
  folder: string;
  /** `index.html`: the one page of every address that the client's router owns. */
  page: string;
  /** Changes with the page. */
  etag: string;
  /** The content policy of the page. */
  policy: string;
  /** Names of the files beside the page (icons, manifest, robots.txt), which keep their names from release to release. */
  files: ReadonlySet<string>;
  /** Names of the assets that came with it. */
  assets: ReadonlySet<string>;
}

/**
 * Reads the built client; null when the folder holds none. The page is kept in memory together with the policy that is made of
 * it: when a later build replaces the files, this process goes on with the release it knows, whose assets ASSETS_DIR has.
 */
export function readClient(folder: string): Client | null {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return null;
  const page = readFileSync(index, 'utf8');
  const assets = path.join(folder, 'assets');
  return {
    folder: path.resolve(folder),
    page,
    // Weak, because the same page goes out compressed and not.
    etag: `W/"${digest(page)}"`,
    policy: pagePolicy(page),
    files: new Set(
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !/^\.|\.(html|br|gz)$/.test(entry.name))
        .map((entry) => entry.name),
    ),
    assets: new Set(existsSync(assets) ? readdirSync(assets) : []),
  };
}

/** The client as it is served over https of our own, whose page knows the port of the http beside it. */
export function besideHttp(client: Client, port: number): Client {
  const page = client.page.replace('</head>', `<meta name="http-port" content="${port}"></head>`);
  return { ...client, page, etag: `W/"${digest(page)}"` };
}

/**
 * The content policy of a page: files of this server alone, and in place only the very scripts and styles that the page came
 * with. The empty style is allowed as well: the client's style library puts empty style elements into the page and fills them
 * rule by rule through the CSSOM, which no policy concerns; what is checked is the empty text they are created with.
 */
export function pagePolicy(page: string): string {
  const scripts = inPlace(page, /<script\b(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/gi);
  const styles = [...inPlace(page, /<style\b[^>]*>([^]*?)<\/style>/gi), ''];
  return [
    "default-src 'none'",
    `script-src 'self'${hashes(scripts)}`,
    `style-src 'self'${hashes(styles)}`,
    // A chosen picture is shown before it is sent (blob:).
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

function inPlace(page: string, element: RegExp): string[] {
  return [...page.matchAll(element)].map(([, text = '']) => text);
}

function hashes(texts: string[]): string {
  return [...new Set(texts)].map((text) => ` 'sha256-${digest(text)}'`).join('');
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
