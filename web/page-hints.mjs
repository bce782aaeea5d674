import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';

const ROUTES = fileURLToPath(new URL('src/shell/routes.tsx', import.meta.url));

/** The tags with which Vite starts the client. Removed, because they would run before the page's frame is painted. */
const ENTRY =
  /\s*<script type="module" crossorigin src="[^"]+"><\/script>|\s*<link rel="modulepreload" crossorigin href="[^"]+">/g;

/**
 * A Vite plugin: once the frame of the page is painted, the client and the chunk of the current route load in
 * parallel, not the route's chunk only after the client has started. The build writes the hints into index.html,
 * because only it knows the hashed file names, and derives them from the client's own routes.
 */
export function pageHints() {
  return {
    name: 'fairmark:page-hints',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const entry = chunks.find(({ isEntry }) => isEntry);
        const first = closure(bundle, entry);
        const files = [...first];
        const hintOf = ({ address, source }) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
          if (chunk === undefined) throw new Error(`No chunk for ${source}`);
          const parts = [...closure(bundle, chunk)].filter((name) => !first.has(name));
          return [address, parts.map((name) => indexOf(files, name))];
        };
        const [visitors, golfers, all] = await pagesOfRoutes();
        const hints = [visitors, golfers].map((pages) => [...pages, ...all].map(hintOf));
        const args = [hints, files, first.size].map((arg) => JSON.stringify(arg)).join();
        const children = `(${start.toString()})(${args})`;
        return {
          html: html.replaceAll(ENTRY, ''),
          tags: [{ tag: 'script', attrs: { 'data-pages': true }, children, injectTo: 'body' }],
        };
      },
    },
  };
}

/**
 * Runs in the browser. The first argument holds, for visitors and for golfers, route patterns with the files that
 * each page needs besides the client's own. Those are the first `own` of `files` and end with the entry; each is
 * evaluated in a task of its own, so that a slow phone can react to touches in between. An unmatched address loads
 * the first page. The timeout is for background tabs, which are never painted.
 */
function start([visitors, golfers], files, own) {
  let started = false;
  const load = async () => {
    if (started) return;
    started = true;
    let pages = visitors;
    try {
      if (localStorage.getItem('fairmark.token') !== null) pages = golfers;
    } catch {
      // Storage is forbidden, so there is no stored session.
    }
    const [, parts] = pages.find(([address]) => new RegExp(address, 'i').test(location.pathname)) ?? pages[0];
    const client = files.slice(0, own);
    for (const name of [...client, ...parts.map((part) => files[part])]) {
      const link = { rel: 'modulepreload', crossOrigin: '', href: `/${name}` };
      document.head.append(Object.assign(document.createElement('link'), link));
    }
    // Where a browser cannot preload, one import fetches all of them together.
    const preloads = document.createElement('link').relList.supports('modulepreload');
    try {
      for (const name of preloads ? client : client.slice(-1)) {
        await import(`/${name}`);
        await new Promise((resolve) => setTimeout(resolve));
      }
    } catch {
      // A failure right after a reload is hardly due to the network: index.html retries later, which avoids a reload loop.
      if (performance.getEntriesByType('navigation')[0]?.type !== 'reload') askAgain(20);
    }
  };
  const begin = () => void load();
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 300);
}

/** The pages for visitors, for signed-in golfers and for both, in route order. */
async function pagesOfRoutes() {
  // The client's modules add listeners to `window` as soon as they are imported.
  globalThis.window = new EventTarget();
  try {
    const plugins = [react({ jsxImportSource: '@emotion/react' })];
    const { module } = await runnerImport(ROUTES, { configFile: false, logLevel: 'error', plugins });
    const groups = module.routes[0].children.filter(({ children }) => children !== undefined);
    if (groups.length !== 3) throw new Error('Expected three route groups: visitors, golfers and both');
    return groups.map(({ children }) => children.map(pageOf));
  } finally {
    delete globalThis.window;
  }
}

/** A route's address pattern and the source file that it imports. */
function pageOf({ path, lazy }) {
  const [, source] = /\("(.+)"\)/.exec(String(lazy)) ?? [];
  return { address: `^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, source };
}

/** A chunk and its static imports, transitively, dependencies first. */
function closure(bundle, { fileName, imports }, files = new Set(), seen = new Set()) {
  if (seen.has(fileName)) return files;
  seen.add(fileName);
  for (const name of imports) closure(bundle, bundle[name], files, seen);
  return files.add(fileName);
}

function indexOf(files, name) {
  const known = files.indexOf(name);
  return known >= 0 ? known : files.push(name) - 1;
}
