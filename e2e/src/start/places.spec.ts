import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkGolden } from '../golden/table.js';
import { Clone, type CloneOptions } from './support/clone.js';
import type { StartedProduct } from './support/started-product.js';

const isRoot = process.getuid?.() === 0;

/**
 * Starts in places and as accounts that starts are known to fail in. None of them has LANG or LC_ALL set. Plain folders, of root
 * and of an ordinary user, are those of the other suites.
 */
const PLACES: [string, CloneOptions, boolean][] = [
  ['as an ordinary user in a path with spaces', { name: 'our golf club/fair mark', asOrdinaryUser: true }, true],
  ['as root under a closed home folder', { homeMode: 0o700 }, isRoot],
];

describe('npm start', () => {
  let clone: Clone;
  afterEach(() => clone.remove());

  for (const [place, options, possible] of PLACES) {
    (possible ? it : it.skip)(
      `${place} serves, stops on Ctrl-C and keeps the data`,
      async () => {
        clone = await Clone.make(options);
        const first = clone.start();
        await first.running();
        expect(await first.get('/health/ready')).toBe(200);
        expect(await first.get('/')).toBe(200);
        expect(await first.get('/api/docs')).toBe(200);
        expect((await fetch(first.printed('Mail inbox'))).status).toBe(200);
        expect(await first.query('show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
        expect(await first.query('select count(*)::int > 7 as enough from app.courses')).toEqual([{ enough: true }]);
        await first.query('create table kept (word text)');
        await first.query(`insert into kept values ('Mörnington 🏌')`);
        const secret = statSync(path.join(clone.dataDir, 'jwt-secret'));
        expect(secret.mode & 0o077).toBe(0);
        if (options.asOrdinaryUser === true) checkGolden('data folder', filesOf(clone.dataDir));
        await stopWithCtrlC(clone, first);

        const second = clone.start();
        await second.running();
        expect(await second.query('select word from kept')).toEqual([{ word: 'Mörnington 🏌' }]);
        expect(statSync(path.join(clone.dataDir, 'jwt-secret')).ino).toBe(secret.ino);
        await stopWithCtrlC(clone, second);
      },
      120_000,
    );
  }
});

/** What a start makes in its data folder while it runs. */
function filesOf(folder: string): Record<string, string> {
  const kinds = (within: string): [string, string][] =>
    readdirSync(path.join(folder, within), { withFileTypes: true }).map((entry) => [
      path.join(within, entry.name),
      entry.isDirectory() ? 'a folder' : 'a file',
    ]);
  return Object.fromEntries([...kinds('.'), ...kinds('logs')].sort(([one], [other]) => one.localeCompare(other, 'en')));
}

async function stopWithCtrlC(clone: Clone, product: StartedProduct): Promise<void> {
  product.pressCtrlC();
  expect(await product.end(10_000)).toEqual({ code: 0, signal: null });
  expect(product.output).toContain('Stopped.');
  expect(clone.processes()).toEqual([]);
}
