import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';

/** The pages of the documentation, relative to this clone. */
export const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  'docker/README.md',
  ...readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

export const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The first group of every match. */
export const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first = '']) => first);
