import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../web/dist');
const KILOBYTE = 1_000;

/** A built file in the bundler's manifest. */
interface Chunk {
  file: string;
  /** Keys of chunks that load with it. */
  imports?: string[];
  isEntry?: boolean;
}

type Manifest = Record<string, Chunk>;

/** JavaScript that a route loads before it is shown, in kB after gzip. */
const ROUTES = [
  { route: '/', page: 'src/features/home/home.page.tsx', budget: 135 },
  { route: '/signin', page: 'src/features/auth/sign-in.page.tsx', budget: 160 },
  { route: '/score', page: 'src/features/scoring/hole.page.tsx', budget: 165 },
  { route: '/lobby', page: 'src/features/lobby/host-lobby.page.tsx', budget: 200 },
  { route: '/support', page: 'src/features/support/support.page.tsx', budget: 145 },
] as const;
const ALL_SCRIPTS = 330;
/** Counted apart: what only staff load, what only a screen on a wall loads, and what a golfer loads by a rare press. */
const APART = [
  { what: 'the script for staff', page: 'src/features/ops/ops.page.tsx', budget: 20 },
  { what: 'the script of the board', page: 'src/features/clubhouse/board/board.page.tsx', budget: 10 },
  { what: 'the script that draws a code', page: 'src/ui/qr-code.tsx', budget: 3 },
  { what: 'the script that draws a card', page: 'src/features/scorecard/share/share-sheet.tsx', budget: 5 },
] as const;
const ALL_FONTS = 60;

/** What iOS 16.0 or Chrome 108 lacks: syntax (the build keeps that of regular expressions), styles, functions. */
const TOO_NEW = new RegExp(
  [
    /\(\?<[=!]|\(\?[ims-]+:|\bstatic ?\{/,
    /light-dark\(|@(starting-style|scope)\b|\((width|height) *[<>]/,
    /AbortSignal\.any\b|\bPromise\.(try|withResolvers)\b|\b(Object|Map)\.groupBy\b|\bArray\.fromAsync\b/,
    /\.to(Reversed|Sorted|Spliced)\(/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

/** What a golfer downloads on one bar of signal: the built client against its budgets. */
describe('the budgets of the built client', () => {
  const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? '';
  // Files of earlier releases are there as well; the manifest names those of this one.
  const files = new Set(Object.values(manifest).map(({ file }) => file));
  const apart = APART.map(({ page, ...about }) => ({ ...about, file: manifest[page]?.file ?? '' }));
  const ofGolfers = [...files].filter((file) => isScript(file) && !apart.some((one) => one.file === file));
  const sizes = [
    ...ROUTES.map(({ route, page, budget }) => {
      const loaded = scripts(manifest, [entry, page]);
      return { what: `${loaded.length} scripts of ${route}`, size: sum(loaded, zipped), budget };
    }),
    { what: 'all scripts for golfers', size: sum(ofGolfers, zipped), budget: ALL_SCRIPTS },
    ...apart.map(({ what, file, budget }) => ({ what, size: zipped(file), budget })),
    { what: 'fonts that a page loads', size: sum(fontsOfThePage(), plain), budget: ALL_FONTS },
  ];

  beforeAll(() => {
    const lines = sizes.map(
      ({ what, size, budget }) => `${what.padEnd(29)}${size.toFixed(1).padStart(7)} / ${budget} kB`,
    );
    process.stdout.write(`${lines.join('\n')}\n`);
  });

  it.each(sizes)('keeps $what to $budget kB', ({ size, budget }) => {
    expect(size).toBeLessThanOrEqual(budget);
  });

  it('has nothing that the oldest browsers lack', () => {
    const found = [...files].filter(isScript).flatMap((file) => {
      const code = readFileSync(path.join(DIST, file), 'utf8');
      return (code.match(TOO_NEW) ?? []).map((text) => `${text} in ${file}`);
    });
    expect(found).toEqual([]);
  });

  it('carries the licences of the packages in it', () => {
    const licences = readFileSync(path.join(DIST, 'licences.txt'), 'utf8');
    expect(licences).toMatch(/## react-dom - .*\(MIT\)[^#]*Permission is hereby granted/);
  });

  function fontsOfThePage(): string[] {
    const assets = readdirSync(path.join(DIST, 'assets')).map((name) => `assets/${name}`);
    const page = readFileSync(path.join(DIST, 'index.html'), 'utf8');
    return assets.filter((file) => file.endsWith('.woff2') && page.includes(path.basename(file)));
  }
});

/** The scripts that load with these chunks: the chunks and their imports, without those that they may import later. */
function scripts(manifest: Manifest, keys: readonly string[]): string[] {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no ${key}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return [...files].filter(isScript);
}

function isScript(file: string): boolean {
  return file.endsWith('.js');
}

function plain(file: string): number {
  return readFileSync(path.join(DIST, file)).length / KILOBYTE;
}

function zipped(file: string): number {
  return gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length / KILOBYTE;
}

function sum(files: readonly string[], size: (file: string) => number): number {
  return files.reduce((total, file) => total + size(file), 0);
}
