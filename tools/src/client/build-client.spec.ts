import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { testFolder } from '@fairmark/events/testing/folder';
import { buildClient } from '../../build-client.mjs';

const LONG = 'fairway '.repeat(300);

describe('building the client', () => {
  const root = testFolder();
  beforeEach(() => {
    write('web/src/main.tsx', 'one');
    write('package-lock.json', '{}');
  });
  afterEach(() => void delete process.env['VITE_SUPPORT_EMAIL']);

  function write(file: string, content: string, below = root()): void {
    const place = path.join(below, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, content);
  }
  const dist = (file = '') => root('web/dist', file);
  const assets = () => readdirSync(dist('assets')).sort();
  /** Builds a client that consists of these files. */
  const builds = (files: Record<string, string>) =>
    buildClient({
      root: root(),
      build: async (_root, folder) => {
        for (const [name, content] of Object.entries(files)) write(name, content, folder);
      },
    });

  it('builds again only when a source or a VITE_ variable changed, or the build is missing', async () => {
    const files = { 'index.html': 'page', 'assets/a-1.js': 'code' };
    expect(await builds(files)).toBe(true);
    expect(await builds(files)).toBe(false);
    write('web/src/main.tsx', 'two');
    expect(await builds(files)).toBe(true);
    write('libs/contract/dist/new.js', '');
    expect(await builds(files)).toBe(true);
    process.env['VITE_SUPPORT_EMAIL'] = 'help@club.test';
    expect(await builds(files)).toBe(true);
    rmSync(dist(), { recursive: true });
    expect(await builds(files)).toBe(true);
    expect(await builds(files)).toBe(false);
    expect(readFileSync(dist('index.html'), 'utf8')).toBe('page');
  });

  it('writes compressed copies of long texts', async () => {
    await builds({ 'index.html': LONG, 'assets/a-1.js': LONG, 'assets/b-1.css': 'short', 'assets/c-1.woff2': LONG });
    expect(assets()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'b-1.css', 'c-1.woff2']);
    expect(brotliDecompressSync(readFileSync(dist('assets/a-1.js.br'))).toString()).toBe(LONG);
    expect(gunzipSync(readFileSync(dist('assets/a-1.js.gz'))).toString()).toBe(LONG);
  });

  it('replaces every file of the last build', async () => {
    await builds({ 'index.html': '1', 'assets/a-1.js': '', 'old-icon.svg': '' });
    write('web/src/main.tsx', 'two');
    await builds({ 'index.html': '2', 'assets/a-2.js': '', 'icon.svg': '' });
    expect(assets()).toEqual(['a-2.js']);
    expect(readdirSync(dist()).filter((name) => !name.startsWith('.'))).toEqual(['assets', 'icon.svg', 'index.html']);
  });

  it('changes nothing when a build fails', async () => {
    await builds({ 'index.html': '1', 'assets/a-1.js': '' });
    write('web/src/main.tsx', 'two');
    const broken = buildClient({
      root: root(),
      build: async (_root, folder) => {
        write('index.html', 'half', folder);
        throw new Error('It does not build');
      },
    });
    await expect(broken).rejects.toThrow('It does not build');
    expect(readFileSync(dist('index.html'), 'utf8')).toBe('1');
    expect(readdirSync(root('tools/dist/.web'))).toEqual([]);
    expect(existsSync(dist('assets/a-1.js'))).toBe(true);
    expect(await builds({ 'index.html': '2' })).toBe(true);
  });
});
