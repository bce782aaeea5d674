import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { keptLog } from '@fairmark/projector/testing/kept-log';
import { apiForSuite, type TestApi } from '../testing/api.js';
import { TestFolder } from '../testing/test-folder.js';
import { readClient } from './client.js';
import { shareAssets } from './shared-assets.js';

describe('apis of two builds that share a folder for assets', () => {
  const folder = new TestFolder();
  let shared: string;
  const base = apiForSuite();

  beforeEach(() => {
    shared = path.join(folder.place, randomUUID());
  });

  /** A build with a page, a script with a compressed copy, and a font without one. */
  function build(name: string): string {
    const code = `export const build = '${name}';`;
    const files = {
      'index.html': `<script type="module" src="/assets/index-${name}.js"></script>`,
      [`assets/index-${name}.js`]: code,
      [`assets/index-${name}.js.br`]: brotliCompressSync(code),
      [`assets/font-${name}.woff2`]: name,
    };
    for (const [file, content] of Object.entries(files)) folder.file(path.join(name, file), content);
    return path.join(folder.place, name);
  }

  const start = (webDir: string, assetsDir = shared, { logger } = keptLog('warn')) =>
    base.another({ webDir, assetsDir, logger });

  async function get(api: TestApi, name: string, encoding = 'identity') {
    const answer = await fetch(`${api.url}/assets/${name}`, { headers: { 'accept-encoding': encoding } });
    const { status, headers } = answer;
    return { status, text: await answer.text(), encoding: headers.get('content-encoding') };
  }

  it('each serve the page of their own build, and the assets of both', async () => {
    const older = await start(build('older'));
    expect(await get(older, 'index-newer.js')).toMatchObject({ status: 404 });
    const newer = await start(build('newer'));
    for (const [api, own] of [
      [older, 'older'],
      [newer, 'newer'],
    ] as const) {
      expect(await (await fetch(api.url)).text()).toContain(`index-${own}.js`);
      for (const name of ['older', 'newer']) {
        const code = { status: 200, text: `export const build = '${name}';` };
        expect(await get(api, `index-${name}.js`)).toEqual({ ...code, encoding: null });
        expect(await get(api, `index-${name}.js`, 'br')).toEqual({ ...code, encoding: 'br' });
        expect(await get(api, `font-${name}.woff2`, 'br')).toEqual({ status: 200, text: name, encoding: null });
      }
    }
    // The next build replaces the files of a running one.
    rmSync(path.join(folder.place, 'older/assets'), { recursive: true });
    expect(await get(older, 'index-older.js')).toMatchObject({ status: 200 });
  });

  it('keep assets of a replaced build for a week after its last api', async () => {
    const days = (n: number): number => n * 24 * 3_600_000;
    const starts = (name: string, day: number): Promise<void> =>
      shareAssets(readClient(build(name))!, shared, days(day));
    const builds = (): Set<string> => new Set(readdirSync(shared).map((file) => file.split(/[-.]/)[1] ?? ''));
    await starts('ancient', 0);
    await starts('older', 0.2);
    await starts('newer', 7.1);
    expect(builds()).toEqual(new Set(['older', 'newer']));
    // Another start of a build restarts its week.
    await starts('older', 7.3);
    await starts('latest', 14.2);
    expect(builds()).toEqual(new Set(['older', 'latest']));
  });

  it('serve only their own assets when the folder is unusable, with a warning', async () => {
    const log = keptLog('warn');
    const api = await start(build('only'), path.join(build('file'), 'index.html'), log);
    expect(await get(api, 'index-only.js')).toMatchObject({ status: 200 });
    expect(await get(api, 'index-file.js')).toMatchObject({ status: 404 });
    expect(log.lines.join('')).toContain('assets could not be shared');
  });
});
