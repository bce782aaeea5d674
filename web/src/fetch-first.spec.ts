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
])(
  'a file whose answer %s is asked for once more, and again at the next import; until it arrives nothing is imported',
  async (what, answer) => {
    const imports: string[] = [];
    const load = () => Promise.resolve(imports.push(what));
    const nameOf = (file: string) => `assets/${file} ${what}.js`;
    const answers = [answer, script, answer, answer, script];
    const asked = serve(() => answers.shift()?.() ?? 'NOT_FOUND');
    await fetchFirst(load, [nameOf('page')]);
    await expect(fetchFirst(load, ['page', 'part'].map(nameOf))).rejects.toThrow(/import/);
    expect(imports).toHaveLength(1);
    for (let time = 0; time < 2; time++) await fetchFirst(load, ['page', 'part'].map(nameOf));
    expect([imports.length, asked.length]).toEqual([3, 5]);
  },
);
