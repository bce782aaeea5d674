import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { Stand } from '@fairmark/projector/testing/stand';
import { EXAMPLE_CSV as COURSES } from '@fairmark/server/testing/courses';
import { ops } from '../testing/ops.js';

const SPONSORS = path.join(path.dirname(COURSES), 'sponsors.csv');

/** The import commands and their output; what they import is tested with courses and adverts. */
describe('the import commands', () => {
  const database = Stand.forSuite();
  const folder = suiteFolder();
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(path.join(folder, name), text);
    return name;
  };
  beforeAll(async () => file('club.csv', await readFile(COURSES, 'utf8')));
  const run = (...args: string[]) => ops(database.url, args, { cwd: folder });

  it("find a file relative to the caller's folder, and print what they did", async () => {
    const fairmark = path.resolve('dist/fairmark.js');
    const { stdout } = await promisify(execFile)(process.execPath, [fairmark, 'courses', 'import', 'club.csv'], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, INIT_CWD: folder },
      timeout: 20_000,
    });
    expect(stdout).toContain('1 added, 0 changed, 0 unchanged');
    expect((await run('courses', 'import', 'club.csv')).stdout).toContain('0 added, 0 changed, 1 unchanged');
  });

  it('name the line and field of every problem, or a missing file', async () => {
    const text = (await readFile(COURSES, 'utf8')).replace('NSW', 'XX').replace('#1f4e8c', 'red');
    const wrong = await run('courses', 'import', await file('wrong.csv', text));
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(
      /wrong\.csv:2: state must be one of .*\n.*wrong\.csv:3: teeColour must be .*\nNothing was imported: 2 problems\.\n$/,
    );
    const nowhere = (await readFile(SPONSORS, 'utf8')).replaceAll('29990', '11111');
    const unknown = await run('sponsors', 'import', await file('nowhere.csv', nowhere));
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toMatch(
      /nowhere\.csv:2: golflinkCourseId is not the number of a known course(.*\n)+Nothing was imported: 3 problems\.\n$/,
    );
    const hopeless = await run('courses', 'import', await file('hopeless.json', `[${'{},\n'.repeat(20_000)}{}]`));
    expect(hopeless.stderr).toMatch(/^(hopeless\.json:\d+: .*\n){200}Nothing was imported: 200 problems or more\.\n$/);
    for (const what of ['courses', 'sponsors']) {
      const stderr = expect.stringMatching(/^There is no such file or folder\. \(.*none\.json'\)\n$/);
      expect(await run(what, 'import', 'none.json')).toMatchObject({ code: 1, stderr });
    }
  });

  it('list the adverts of courses, and remove them', async () => {
    await run('courses', 'import', 'club.csv');
    expect((await run('sponsors', 'import', SPONSORS)).stdout).toMatch(
      /3 adverts \(before: 0\) and a default\n.*the adverts of 1 course were replaced\n$/,
    );
    const listed = (await run('sponsors', 'list')).stdout.trimEnd().split('\n');
    expect(listed).toHaveLength(4);
    expect(listed[0]).toMatch(/^29990 .*; default: Want to sponsor a hole\? .* \(with a picture\)$/);
    expect(listed[1]).toMatch(/; slot 1 and Saturday: Second Shot Coffee, .* \(with a picture\)$/);
    expect(listed[2]).toMatch(/; slot 2 from 2026-09-01 until 2026-11-30( \(not active today\))?: Lost Ball Motors, /);
    expect((await run('sponsors', 'remove', '29990')).stdout).toMatch(/0 adverts \(before: 3\) and no default\n$/);
    expect((await run('sponsors', 'list')).stdout).toBe('No course has adverts\n');
    expect(await run('sponsors', 'remove', '11111')).toMatchObject({ code: 1 });
  });
});
