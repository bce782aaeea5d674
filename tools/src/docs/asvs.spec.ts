import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, textOf } from './pages.js';

/** How many requirements of levels 1 and 2 the sections of each chapter of ASVS 5.0.0 have, without chapters 10 and 17. They come first in each section. */
const CHAPTERS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
};

const [, text = ''] = textOf('docs/security.md').split('\n## ASVS 5.0');
const ROWS = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\|(.*)\|(.*)\|$/gm)].map(
  ([, number = '', what = '', shown = '']) => ({
    number,
    what: what.trim(),
    tests: all(shown, /`([^`]+)`/g),
  }),
);
const [notApplicable = ''] = all(text, /Not applicable:([^]*?)\n\n/g);

describe('the table of ASVS in docs/security.md', () => {
  it('has a row for each requirement of levels 1 and 2, or lists it as not applicable', () => {
    const wanted = Object.entries(CHAPTERS).flatMap(([chapter, counts]) =>
      counts.flatMap((count, section) =>
        Array.from({ length: count }, (_, index) => `${chapter}.${section + 1}.${index + 1}`),
      ),
    );
    const listed = [...ROWS.map(({ number }) => number), ...all(notApplicable, /(\d+\.\d+\.\d+)/g)];
    expect(listed.sort()).toEqual(wanted.sort());
  });

  it('names an existing test for each requirement that is met', () => {
    const wrong = ROWS.filter(({ what, tests }) => {
      const isUntested = /^(\*\*Deviation\*\*|[*_]By design[*_]):/.test(what);
      return (
        isUntested === tests.length > 0 || what === '' || !tests.every((test) => existsSync(path.join(ROOT, test)))
      );
    });
    expect(wrong).toEqual([]);
  });
});
