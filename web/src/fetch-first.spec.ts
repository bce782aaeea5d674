/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { fetchFirst } from './fetch-first.js';
import { serve } from './shared/testing/server.js';

const script = () => new Response('export {}', { headers: { 'content-type': 'text/javascript' } });

it.each<[string, () => Response]>([
  ['is lost', () => Response.error()],
  ['is a captive portal’s page', () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })],
  ['is refused', () => new Response('', { status: 502 })],
  [
    'breaks off',
    () => {
      const body = new ReadableStream({ pull: () => Promise.reject(new TypeError('cut')) });
      return new Response(body, { headers: script().headers });
    },
  ],
])('a file whose answer %s is not imported, but asked for again the next time', async (what, answer) => {
  const imports: string[] = [];
  const load = () => Promise.resolve(imports.push(what));
  const names = ['page', 'part'].map((name) => `assets/${name} ${what}.js`);
  const answers = [script, answer, script];
  const asked = serve(() => answers.shift()?.() ?? 'NOT_FOUND');
  await expect(fetchFirst(load, names)).rejects.toThrow(/import/);
  expect(imports).toEqual([]);
  await fetchFirst(load, names);
  await fetchFirst(load, names);
  expect(imports).toHaveLength(2);
  expect(asked).toHaveLength(3);
});
