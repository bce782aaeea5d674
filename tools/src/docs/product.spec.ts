import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, textOf } from './pages.js';

const SELF = 'tools/src/docs/product.spec.ts';
const PAGE = 'docs/product.md';
const TEXTS = new Set(['.ts', '.tsx', '.mts', '.mjs', '.md', '.css', '.html', '.sql', '.yaml', '.yml', '.sh', '.json']);
const NOT_OURS = new Set(['node_modules', 'dist', 'dist-types', 'package-lock.json']);

/** References to documents that are not in the repository. */
const OUTSIDE: readonly RegExp[] = [
  /\bdecisions? [A-E]?\d/i,
  /\bspec(ification)?,? sections?\b/i,
  /\bproduct[- ]spec/i,
  /\b(the|our) spec(ification)?\b/i,
  /\b(decisions|architecture|design|golf-rules-and-peers)\.md\b/,
  /\bresearch\//,
  /§/,
  /\s\([A-E]\d{1,2}\b/,
  /\b[A-E]\d{1,2}(,| to| and) [A-E]\d{1,2}\b/,
];

interface Statement {
  number: number;
  /** On one line. */
  text: string;
}

/** The statements of the page by section. */
function statements(): Map<string, Statement[]> {
  const sections = new Map<string, Statement[]>();
  for (const part of textOf(PAGE).split('\n## ').slice(1)) {
    const [name = '', ...lines] = part.split('\n');
    const items = lines
      .join('\n')
      .split(/^(?=\d+\. )/m)
      .slice(1);
    sections.set(name, items.map(statement));
  }
  return sections;
}

function statement(item: string): Statement {
  const [number = ''] = item.split('.', 1);
  return { number: Number(number), text: item.replaceAll(/\s+/g, ' ').trim() };
}

interface Named {
  file: string;
  titles: string[];
}

/** The tests that a statement names at its end: paths, each perhaps with parts of its tests' titles. */
function testsOf({ text }: Statement): Named[] {
  const named = / \(([^()]*)\)$/.exec(text)?.[1] ?? '';
  return [...named.matchAll(/`([^`]+)`((?:, "[^"]+")*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: all(titles, /"([^"]+)"/g),
  }));
}

/** Paths of the texts below a folder that belong to the repository. */
function textsBelow(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return textsBelow(file);
    return TEXTS.has(path.extname(entry.name)) ? [file] : [];
  });
}

/** References to the page, such as "product.md, Signing 4" or "product.md, Scoring 1 and 3", across lines too. */
function references(text: string): { cited: string; section: string; numbers: number[] }[] {
  const running = text.replaceAll(/\s*\n\s*(\*|\/\/|--|#)?\s*/g, ' ');
  return [...running.matchAll(/product\.md, (?=([A-Z].{0,60}))/g)].map(([, rest = '']) => {
    const section = NAMES.find((name) => rest.startsWith(name)) ?? '';
    const numbers = /^ \d+((, | and | to )\d+)*/.exec(rest.slice(section.length))?.[0] ?? '';
    return { cited: rest, section, numbers: (numbers.match(/\d+/g) ?? []).map(Number) };
  });
}

const SECTIONS = statements();
const NAMES = [...SECTIONS.keys()];
const FILES = textsBelow('').filter((file) => file !== SELF);

describe('docs/product.md', () => {
  it.each(NAMES)('numbers its statements consecutively: %s', (name) => {
    const numbers = SECTIONS.get(name)?.map(({ number }) => number) ?? [];
    expect(numbers).toEqual(Array.from({ length: Math.max(1, numbers.length) }, (_, index) => index + 1));
  });

  it.each(NAMES)('names at least one existing test for each statement: %s', (name) => {
    const wrong = (SECTIONS.get(name) ?? []).flatMap((each) => {
      const tests = testsOf(each);
      if (tests.length === 0) return [`${each.number} names no test`];
      return tests.flatMap(({ file, titles }) => {
        if (!existsSync(path.join(ROOT, file))) return [`${each.number}: ${file} is not there`];
        const missing = titles.filter((title) => !textOf(file).includes(title));
        return missing.map((title) => `${each.number}: ${file} has no "${title}"`);
      });
    });
    expect(wrong).toEqual([]);
  });

  it('spells names as the code does', () => {
    const code = FILES.filter((file) => /^(libs|services)\//.test(file)).flatMap(
      (file) => textOf(file).match(/\w+/g) ?? [],
    );
    const names = new Set(code);
    const written = all(textOf(PAGE), /`(\w+)`/g);
    expect(written.filter((name) => !names.has(name))).toEqual([]);
  });

  it('contains every statement that the code refers to', () => {
    const wrong = FILES.flatMap((file) =>
      references(textOf(file)).flatMap(({ cited, section, numbers }) => {
        const there = SECTIONS.get(section)?.map(({ number }) => number);
        return there === undefined || numbers.some((number) => !there.includes(number)) ? [`${file}: ${cited}`] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('is the only source of rules that the repository refers to', () => {
    const wrong = FILES.flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          OUTSIDE.some((words) => words.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    );
    expect(wrong).toEqual([]);
  });
});
