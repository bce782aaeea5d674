import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const read = (file) => readFileSync(path.join(DIST, file), 'utf8');
const parsedPage = () => new DOMParser().parseFromString(read('index.html'), 'text/html');

export const scriptsOfThePage = () =>
  [...parsedPage().querySelectorAll('script[src], link[rel=modulepreload]')].map(({ outerHTML }) => outerHTML);

export const isTranslatable = () =>
  parsedPage().querySelector('html[translate=no] meta[name=google][content=notranslate]') === null;

export function pagesAskedFor(pathname, token) {
  const page = parsedPage();
  const links = new Set();
  vm.runInNewContext(page.querySelector('script[data-pages]').textContent, {
    location: { pathname },
    localStorage: { getItem: () => token },
    requestAnimationFrame: (painted) => painted(),
    setTimeout: (late) => late(),
    // The client itself does not run here.
    askAgain: () => undefined,
    performance: { getEntriesByType: () => [] },
    document: {
      createElement: () => ({ relList: { supports: () => true } }),
      head: { append: ({ href }) => links.add(href) },
    },
  });
  return Object.entries(JSON.parse(read('.vite/manifest.json')))
    .filter(([, { file }]) => links.has(`/${file}`))
    .flatMap(([source]) => /^src\/(features\/.*\.page)\.tsx$/.exec(source)?.[1] ?? []);
}
