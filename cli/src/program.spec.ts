import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { StoreUnavailable } from '@fairmark/event-store';
import { ops, refusal } from './testing/ops.js';
import { Failed, wordsOf } from './shell/failure.js';
import { Job } from './shell/job.js';
import type { Shell } from './shell/shell.js';

describe('the operators’ command line', () => {
  it('has help for every command, with an example', async () => {
    const program = await ops(null, ['--help']);
    expect(program).toMatchObject({ code: 0, stderr: '' });
    expect(program.stdout).toContain('Exit codes: 0 done, 1 failed or interrupted, 2 called wrongly.');
    const frozen = JSON.parse(readFileSync('e2e/fixtures/golden-names.json', 'utf8')) as { programs: object };
    const commands = Object.keys(frozen.programs).filter((name) => name.startsWith('ops '));
    expect(commands.length).toBeGreaterThan(20);
    for (const [, ...command] of commands.map((words) => words.split(' '))) {
      const help = await ops(null, [...command, '--help']);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain(`    $ npm run ops -- ${command.join(' ')}`);
    }
    expect((await ops(null, ['help', 'restore'])).stdout).toContain('Stop Fairmark first.');
    expect(await ops(null, ['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
  });

  it('shows commands in help as they are called in the container images', async () => {
    const env = { FAIRMARK_COMMAND: 'fairmark' };
    const { stdout } = await ops(null, ['restore', '--help'], { env });
    for (const called of ['    $ fairmark restore', 'fairmark rebuild', '(fairmark migrate)']) {
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(called.trim());
    }
    expect(stdout).not.toMatch(/npm run [a-z]/);
  });

  it('reports a wrong call on stderr with exit code 2, and prints nothing on stdout', async () => {
    const wrong: [string[], string][] = [
      [[], 'Usage: npm run ops --'],
      [['backpu'], "Unknown command 'backpu'\n(Did you mean backup?)"],
      [['restore'], "Missing required argument 'folder'"],
      [['restore', 'a', 'b'], 'Too many arguments'],
      [['backup', '--jso', 'x'], "Unknown option '--jso'\n(Did you mean --json?)"],
      [['log'], 'Usage: npm run ops -- log'],
      [['migrate'], 'Fairmark is not running on /nowhere: start it (npm start), or set DATA_DIR'],
      [['demo', '--weeks', '27'], 'It must be a whole number from 1 to 26.'],
      [['audit', 'reads', '--limit', '0'], 'It must be a whole number from 1 to'],
      [['demo', '--seed', 'other'], "Unknown option '--seed'"],
      [['projections', 'verify', 'clubhose'], 'Allowed choices are clubhouse.'],
      [['projections', 'rebuild', 'clubhouse', 'x'], 'Allowed choices are clubhouse.'],
    ];
    for (const [args, message] of wrong) expect(await ops(null, args)).toEqual(refusal(message, 2));
    const env = { DATABASE_URL: 'mysql://root:secret@db/x' };
    const problem = /^DATABASE_URL must be an address that begins with postgres:\/\/\n$/;
    expect(await ops(null, ['backup', '/tmp/never'], { env })).toEqual(refusal(problem, 2));
  });

  it('reports a failure in words, or as JSON on stdout with --json, and never prints a password', async () => {
    const url = 'postgres://kim:hush@127.0.0.1:1/x';
    const words = 'The database does not answer at its address. (connect ECONNREFUSED 127.0.0.1:1)';
    expect(await ops(url, ['backup', '/tmp/never'])).toEqual({ code: 1, stdout: '', stderr: `${words}\n` });
    const { code, stdout } = await ops(url, ['backup', '/tmp/never', '--json']);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ ok: false, error: words, problems: [words] });
    const files = { DATABASE_URL_FILE: '/nowhere', REDIS_URL_FILE: '/' };
    const unread = await ops(null, ['backup', '/tmp/never', '--json'], { env: files });
    expect(JSON.parse(unread.stdout)).toMatchObject({
      problems: [expect.stringMatching(/^DATABASE_URL_FILE /), expect.stringMatching(/^REDIS_URL_FILE /)],
    });
    expect(wordsOf(new Error('no postgres://kim:hush@db/x'))).toBe('no postgres://[redacted]/x');
    const down = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    expect(wordsOf(new StoreUnavailable('The log cannot be read', { cause: down }))).toContain(
      'The log cannot be read. The database does not answer',
    );
    expect(wordsOf(new Failed('So it is.'))).toBe('So it is.');
  });

  it('says why its output cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(process.execPath, [path.resolve('dist/fairmark.js'), '--version'], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(full);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The disk is full. (ENOSPC: no space left on device, write)\n',
    });
  });

  it('shows progress only in a terminal', () => {
    const screen = { write: () => true };
    const shell = { env: {}, stdout: screen, stderr: screen, cwd: '/', signal: new AbortController().signal };
    const watched = { ...shell, stderr: { ...screen, isTTY: true } };
    const isShown = (seen: Shell, json: boolean): boolean => new Job(seen, json).progress.isShown;
    expect([isShown(shell, false), isShown(watched, true), isShown(watched, false)]).toEqual([false, false, true]);
  });
});
