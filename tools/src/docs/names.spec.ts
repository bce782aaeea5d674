import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, filesBelow, PAGES, textOf } from './pages.js';

/** Metrics and programs, which e2e/src/golden checks against the running product. */
const FROZEN = JSON.parse(textOf('e2e/fixtures/golden-names.json')) as Record<
  'metrics' | 'programs',
  Record<string, string>
>;
const METRICS = Object.keys(FROZEN.metrics);
/** The options of each command. */
const OPTIONS = new Map(
  Object.entries(FROZEN.programs).flatMap(([name, takes]) =>
    name.startsWith('ops ') ? [[name.slice('ops '.length), takes.split(' ')] as const] : [],
  ),
);
const COMMANDS = [...OPTIONS.keys()];

/** Words in capitals of everything but the documentation and its tests. */
function wordsOfCode(): Set<string> {
  const folders = ['libs', 'services', 'cli', 'web', 'tools', 'e2e', 'bench', 'docker', '.ci'];
  const files = folders.flatMap(filesBelow).filter((file) => !/\/docs\b/.test(file));
  const texts = files.filter((file) => /\.(tsx?|mjs|ya?ml|sh|example)$|run$|Caddyfile|Dockerfile/.test(file));
  return new Set(texts.flatMap((file) => textOf(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []));
}

interface Call {
  command: string;
  options: string[];
}

/** The commands of `fairmark` that a page shows, however it is started. */
function callsIn(text: string): Call[] {
  const started =
    /(?:npm (?:--prefix \w+ )?run (?:-s )?(?:ops|fairmark) --|projector fairmark|run --rm [^\n]*?\bops|run (courses|sponsors) --) (?![A-Z]|help|--help)([^\n`#]+)/g;
  return [...text.replaceAll('\\\n', '').matchAll(started)].map(([, group = '', rest = '']) => {
    const words = `${group} ${rest}`.trim().split(/\s+/);
    const command = [words.slice(0, 2).join(' '), words[0] ?? ''].find((name) => COMMANDS.includes(name));
    return {
      command: command ?? words.slice(0, 2).join(' '),
      options: words.filter((word) => /^--[a-z]/.test(word)),
    };
  });
}

// What a run leaves in .data does not belong to the repository.
const FOLDERS = new Set(readdirSync(ROOT).filter((name) => name !== '.data'));
const { scripts } = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>;
};

const isThere = (file: string): boolean => existsSync(path.join(ROOT, file));

/** Paths in backticks that begin with a folder of the repository, or name a source file. */
function pathsIn(text: string): string[] {
  return all(text, /`(\.?\w[\w./-]*\/[\w./-]*)`/g).filter(
    (file) => FOLDERS.has(file.split('/', 1)[0] ?? '') || /\.(ts|tsx|mjs|sh|md)$/.test(file),
  );
}

const capitals = wordsOfCode();

describe('the documentation', () => {
  it.each(PAGES)('names only paths, pages and scripts that exist: %s', (page) => {
    const text = textOf(page);
    const links = all(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g).map((link) => path.join(path.dirname(page), link));
    const missing = [...pathsIn(text), ...links].filter((file) => !isThere(file));
    // In another workspace (-w) scripts have names of their own.
    const unknown = all(text, /npm run ((?!dev -w)[\w:]+)/g).filter((name) => !(name in scripts));
    expect([...missing, ...unknown]).toEqual([]);
  });

  it.each(PAGES)('shows commands only with options that they have: %s', (page) => {
    const wrong = callsIn(textOf(page)).flatMap(({ command, options }) => {
      const has = OPTIONS.get(command);
      if (has === undefined) return [command];
      return options.filter((option) => !has.includes(option)).map((option) => `${command} ${option}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(PAGES)('names only metrics that are served and settings that are read: %s', (page) => {
    const metrics = all(textOf(page), /\b(fairmark_[a-z0-9_]+)/g).filter(
      (name) => !METRICS.some((metric) => (name.endsWith('_') ? metric.startsWith(name) : metric === name)),
    );
    const names = all(textOf(page), /\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g).filter((name) => !capitals.has(name));
    expect([...metrics, ...names]).toEqual([]);
  });

  it('mentions every command and every metric of the product', () => {
    // `npm run courses -- import` is the command "courses import".
    const pages = PAGES.map(textOf).join('\n').replaceAll(' -- ', ' ');
    const metrics = METRICS.filter((name) => !/_(nodejs|process)_/.test(name));
    expect([...COMMANDS, ...metrics].filter((name) => !pages.includes(name))).toEqual([]);
  });
});
