import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, filesBelow, textOf } from './pages.js';

const SELF = 'tools/src/docs/product.spec.ts';
const PAGE = 'docs/product.md';
const TEXTS = new Set(['.ts', '.tsx', '.mts', '.mjs', '.md', '.css', '.html', '.sql', '.yaml', '.yml', '.sh', '.json']);

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

/** The statements of the page, each on one line, by section. */
const SECTIONS = new Map(
  textOf(PAGE)
    .split('\n## ')
    .slice(1)
    .map((part) => {
      const [name = '', ...items] = part.split(/\n(?=\d+\. )/);
      return [name.split('\n', 1)[0] ?? '', items.map((item) => item.replaceAll(/\s+/g, ' ').trim())] as const;
    }),
);
const NAMES = [...SECTIONS.keys()];
const numbersIn = (section: string): number[] => (SECTIONS.get(section) ?? []).map((text) => Number.parseInt(text, 10));

/** The tests that a statement names at its end: paths, each perhaps with parts of its tests' titles. */
function testsOf(statement: string): { file: string; titles: string[] }[] {
  const named = / \(([^()]*)\)$/.exec(statement)?.[1] ?? '';
  return [...named.matchAll(/`([^`]+)`((?:, "[^"]+")*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: all(titles, /"([^"]+)"/g),
  }));
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

const FILES = filesBelow('').filter((file) => TEXTS.has(path.extname(file)) && file !== SELF);

describe('docs/product.md', () => {
  it.each(NAMES)('numbers its statements consecutively: %s', (name) => {
    const numbers = numbersIn(name);
    expect(numbers).toEqual(Array.from({ length: Math.max(1, numbers.length) }, (_, index) => index + 1));
  });

  it.each(NAMES)('names at least one existing test for each statement: %s', (name) => {
    const wrong = (SECTIONS.get(name) ?? []).flatMap((statement) => {
      const tests = testsOf(statement);
      if (tests.length === 0) return [`no test: ${statement}`];
      return tests.flatMap(({ file, titles }) => {
        if (!existsSync(path.join(ROOT, file))) return [`${file} is not there: ${statement}`];
        const missing = titles.filter((title) => !textOf(file).includes(title));
        return missing.map((title) => `${file} has no "${title}": ${statement}`);
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
        const there = numbersIn(section);
        return there.length === 0 || numbers.some((number) => !there.includes(number)) ? [`${file}: ${cited}`] : [];
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
