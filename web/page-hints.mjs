import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { runnerImport } from 'vite';

const ROUTES = fileURLToPath(new URL('src/shell/routes.tsx', import.meta.url));

/**
 * A plugin of Vite: the page of an address is asked for together with the client, not when the client has run and asks for it. The
 * hints are made of the client's own routes and written into index.html by the build, which alone knows the names of the files.
 */
export function pageHints() {
  return {
    name: 'fairmark:page-hints',
    transformIndexHtml: {
      order: 'post',
      async handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
        const first = closure(
          bundle,
          chunks.find(({ isEntry }) => isEntry),
        );
        const files = [];
        const hintOf = ({ address, source }) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));
          if (chunk === undefined) throw new Error(`No page ${source} to ask for`);
          const parts = [...closure(bundle, chunk)].filter((name) => !first.has(name));
          return [address, parts.map((name) => indexOf(files, name))];
        };
        const [visitors, golfers, all] = await pagesOfRoutes();
        const hints = [visitors, golfers].map((pages) => [...pages, ...all].map(hintOf));
        const children = `(${hint.toString()})(${JSON.stringify(hints)},${JSON.stringify(files)})`;
        return [{ tag: 'script', attrs: { 'data-pages': true }, children, injectTo: 'head' }];
      },
    },
  };
}

/**
 * Runs in the browser. `hints`: the addresses of a visitor's pages, and of a golfer's, each with the files that its page needs beside
 * the client's own. An address that is none of them leads to the first page.
 */
function hint([visitors, golfers], files) {
  let pages = visitors;
  try {
    if (localStorage.getItem('fairmark.token') !== null) pages = golfers;
  } catch {
    // Storage is forbidden: there is no session in it.
  }
  const [, parts] = pages.find(([address]) => new RegExp(address, 'i').test(location.pathname)) ?? pages[0];
  for (const part of parts) {
    const link = { rel: 'modulepreload', crossOrigin: '', href: `/${files[part]}` };
    document.head.append(Object.assign(document.createElement('link'), link));
  }
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

/** A chunk and everything that it imports at once. */
function closure(bundle, { fileName, imports }, files = new Set()) {
  if (files.has(fileName)) return files;
  files.add(fileName);
  for (const name of imports) closure(bundle, bundle[name], files);
  return files;
}

function indexOf(files, name) {
  const known = files.indexOf(name);
  return known >= 0 ? known : files.push(name) - 1;
}
