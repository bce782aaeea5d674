import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';

const ROUTES = fileURLToPath(new URL('src/shell/routes.tsx', import.meta.url));

/** What Vite writes into the page to start the client, which would run before the frame of the page is painted. */
const ENTRY =
  /\s*<script type="module" crossorigin src="[^"]+"><\/script>|\s*<link rel="modulepreload" crossorigin href="[^"]+">/g;

/**
 * A plugin of Vite: once the frame of the page is painted, the client and the page of the address are asked for together, not the
 * page when the client has run and asks for it. The hints are made of the client's own routes and written into index.html by the
 * build, which alone knows the names of the files.
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
          if (chunk === undefined) throw new Error(`No page ${source} to ask for`);
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
 * Runs in the browser. `hints`: the addresses of a visitor's pages, and of a golfer's, each with the files that its page needs beside
 * the client's own, which are the first of the files and end with its entry. Each of those runs in a task of its own: a slow phone
 * answers a finger in between. An address that matches none leads to the first page. A page in the background is not painted, hence
 * the clock.
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
      // Storage is forbidden: there is no session in it.
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
      askAgain(20);
    }
  };
  const begin = () => void load();
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, 300);
}

/** The pages of visitors, of golfers and of both, in the order of the routes. */
async function pagesOfRoutes() {
  // The client listens to its window as soon as it is imported.
  globalThis.window = new EventTarget();
  try {
    const plugins = [react({ jsxImportSource: '@emotion/react' })];
    const { module } = await runnerImport(ROUTES, { configFile: false, logLevel: 'error', plugins });
    const groups = module.routes[0].children.filter(({ children }) => children !== undefined);
    if (groups.length !== 3) throw new Error('The routes are not those of visitors, golfers and both');
    return groups.map(({ children }) => children.map(pageOf));
  } finally {
    delete globalThis.window;
  }
}

/** What a route says of its page: how its address is recognised, and the file that it imports. */
function pageOf({ path, lazy }) {
  const [, source] = /\("(.+)"\)/.exec(String(lazy)) ?? [];
  return { address: `^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, source };
}

/** A chunk and everything that it imports at once, what is imported before what imports it. */
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
