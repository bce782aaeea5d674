import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, PAGES, textOf } from './pages.js';

// What runs leave in .data is no part of the repository.
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

describe('the documentation', () => {
  it.each(PAGES)('names paths, pages and scripts that exist: %s', (page) => {
    const text = textOf(page);
    const links = all(text, /\]\(([^)#:]+)(?:#[^)]*)?\)/g).map((link) => path.join(path.dirname(page), link));
    const missing = [...pathsIn(text), ...links].filter((file) => !isThere(file));
    // In another workspace (-w) scripts have names of their own.
    const unknown = all(text, /npm run ((?!dev -w)[\w:]+)/g).filter((name) => !(name in scripts));
    expect([...missing, ...unknown]).toEqual([]);
  });
});
