import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../start/settings.js';
import { all, textOf } from './pages.js';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, without its chapters 10 and 17. They are its first ones. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
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
  it('has a row for each requirement of levels 1 and 2, or says that it does not apply', () => {
    const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    );
    const said = [...ROWS.map(({ number }) => number), ...all(notApplicable, /(\d+\.\d+\.\d+)/g)];
    expect(said.sort()).toEqual(wanted.sort());
  });

  it('names a test that exists where something holds', () => {
    const wrong = ROWS.filter(({ what, tests }) => {
      const isUntested = /^(\*\*Deviation\*\*|[*_]By design[*_]):/.test(what);
      return (
        isUntested === tests.length > 0 || what === '' || !tests.every((test) => existsSync(path.join(ROOT, test)))
      );
    });
    expect(wrong).toEqual([]);
  });
});
