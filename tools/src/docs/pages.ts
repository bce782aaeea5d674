import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';

const NOT_OURS = new Set(['node_modules', 'dist', 'dist-types', 'package-lock.json']);

/** The files of the repository below a folder, relative to this clone; those of hidden folders only if it is one. */
export function filesBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (NOT_OURS.has(entry.name)) return [];
    if (!entry.isDirectory()) return [file];
    return entry.name.startsWith('.') ? [] : filesBelow(file);
  });
}

/** The pages of the documentation, relative to this clone. */
export const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  'docker/README.md',
  ...filesBelow('docs').filter((name) => name.endsWith('.md')),
];

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The first group of every match. */
export const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first = '']) => first);
