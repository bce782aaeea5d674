import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../dist');
const read = (file) => readFileSync(path.join(DIST, file), 'utf8');

export function pagesAskedFor(pathname, token) {
  const page = new DOMParser().parseFromString(read('index.html'), 'text/html');
  const links = new Set();
  // The first paint comes at once. Nothing else that waits ever comes, so that no part is run.
  let painted = false;
  const setTimeout = (action) => {
    if (!painted) action();
    painted = true;
  };
  vm.runInNewContext(page.querySelector('body > script').textContent, {
    location: { pathname },
    localStorage: { getItem: () => token },
    document: { createElement: () => ({}), head: { append: ({ href }) => links.add(href) } },
    requestAnimationFrame: (paint) => paint(),
    setTimeout,
    addEventListener: () => undefined,
  });
  return Object.entries(JSON.parse(read('.vite/manifest.json')))
    .filter(([, { file }]) => links.has(`/${file}`))
    .flatMap(([source]) => /^src\/(features\/.*\.page)\.tsx$/.exec(source)?.[1] ?? []);
}
