import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

const FOLDERS = new Set(readdirSync(ROOT));
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const isThere = (file: string): boolean => existsSync(path.join(ROOT, file));

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, first = '']) => first);

/** Paths in backticks that begin with a folder of the repository, or name a source file. */
function pathsIn(text: string): string[] {
  return all(text, /`(\.?\w[\w./-]*\/[\w./-]*)`/g).filter(
    (file) => FOLDERS.has(file.split('/', 1)[0] ?? '') || /\.(ts|tsx|mjs|sh|md)$/.test(file),
  );
}

describe('the documentation', () => {
  it.each(PAGES)('names paths, pages and scripts that exist: %s', (page) => {
    const text = readFileSync(path.join(ROOT, page), 'utf8');
    const links = all(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g).map((link) => path.join(path.dirname(page), link));
    const missing = [...pathsIn(text), ...links].filter((file) => !isThere(file));
    // In another workspace (-w) scripts have names of their own.
    const unknown = all(text, /npm run ((?!dev -w)[\w:]+)/g).filter((name) => !(name in scripts));
    expect([...missing, ...unknown]).toEqual([]);
  });
});
