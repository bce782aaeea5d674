import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chance } from '@fairmark/server';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { appendToMatch, fillLog } from '@fairmark/projector/testing/fill-log';
import { runningRebuild } from '@fairmark/projector/testing/running-rebuild';
import { Stand } from '@fairmark/projector/testing/stand';
import type { Shell } from '../shell/shell.js';
import { patOn, printed, refusal, type Answer } from '../testing/ops.js';

const luck = chance(140);

describe('the projections commands', () => {
  const club = Stand.forSuite();
  let matchIds: string[];
  beforeEach(async () => {
    ({ matchIds } = await fillLog(club.store, { seed: 141, events: 200 }));
  });

  const run = (args: string, more: Partial<Shell> = {}): Promise<Answer> =>
    patOn(club.url).run(['projections', ...args.split(' ')], more);
  const invite = (matchId = '', inviteId = luck.uuid()) =>
    appendToMatch(club.store, matchId, [{ type: 'PlayerInvited', data: { inviteId, userId: luck.uuid() } }]);

  it('show the status of the tables', async () => {
    const empty = await run('status');
    expect(empty).toMatchObject({ code: 0, stderr: '' });
    expect(empty.stdout).toContain('empty: nothing has been applied yet');
    expect(empty.stdout).toMatch(/ {2}lag {6}\d+ events, the oldest \d+ h( \d+ min)? ago\n/);
    club.project();
    await club.caughtUp();
    const live = await run('status');
    const head = (await club.store.head())?.toLocaleString('en-AU');
    expect(live.stdout).toContain(`live\n  tables   position ${head} of ${head}\n  lag      none\n`);
    expect(live.stdout).toContain('  parked   nothing\n  rebuild  none was ever requested\n');
    expect(printed(await run('status --json'))).toMatchObject({
      ok: true,
      projections: [{ name: 'clubhouse', state: 'LIVE', parkedEvents: 0, job: null }],
    });
  });

  it('rebuild the tables, and print the result, while a projector runs', async () => {
    club.project();
    await club.caughtUp();
    const done = /^clubhouse: Rebuilt from \d+ events, to position \d+, \d+ rows, in \d+\.\d s\.\n$/;
    expect(await run('rebuild clubhouse')).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(done) });
    expect(printed(await run('rebuild --json'))).toMatchObject({
      ok: true,
      rebuilt: [{ name: 'clubhouse', finished: true, position: String(await club.store.head()) }],
    });
    expect((await run('status')).stdout).toMatch(/rebuild {2}done at .*, requested by pat at .*Rebuilt from/);
  });

  it('refuse a second rebuild, and stop a rebuild at Ctrl-C or at an event that cannot be applied', async () => {
    await club.projected();
    const other = await runningRebuild(club.pool, 'kim');
    const second = 'clubhouse is already being rebuilt (begins; requested by kim at ';
    expect(await run('rebuild')).toEqual(refusal(second));
    await other.dies();
    await club.pool.query('delete from app.rebuild_jobs');
    const interrupted = await run('rebuild --json', { signal: AbortSignal.abort() });
    expect(interrupted.code).toBe(1);
    expect(printed(interrupted)).toMatchObject({
      ok: false,
      error: expect.stringContaining('The tables are unchanged'),
    });
    const stranger = luck.uuid();
    const data = { userId: stranger, cardHash: 'f'.repeat(64) };
    await appendToMatch(club.store, matchIds[0] ?? '', [{ type: 'CardVerified', data }]);
    const poisoned = await run('rebuild');
    expect(poisoned).toEqual(refusal('An event cannot be applied: CardVerified at position'));
    expect(poisoned.stderr).toContain('The live tables are unchanged.');
    expect((await run('status')).stdout).toMatch(
      /rebuild {2}failed at .*, requested by pat at .*CardVerified at position/,
    );
  });

  it('rebuild under a user id without a name, in a process that is niced already', async () => {
    const { job } = await requestRebuild(club.pool, { projection: 'clubhouse', requestedBy: 'kim' });
    // Only root can change its user id: other accounts run it as themselves.
    const uid = process.getuid?.() === 0 ? 54_321 : process.getuid?.();
    const env = { PATH: process.env.PATH, DATABASE_URL: club.url };
    const child = spawn('nice', ['-n', '8', process.execPath, path.resolve('dist/fairmark.js'), 'rebuild'], {
      env,
      uid,
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).toContain(`to position ${await club.store.head()}`);
    // It ran the rebuild that was requested elsewhere.
    expect(await latestRebuild(club.pool, 'clubhouse')).toMatchObject({ id: job.id, state: 'DONE', phase: 'SWAPPING' });
  });

  it('verify the tables, list the differences, and exit with 1 if there are any', async () => {
    await club.projected();
    const right = /^clubhouse matches the log: [\d,]+ rows at position [\d,]+, [\d,]+ events folded again\.\n$/;
    expect(await run('verify clubhouse')).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(right) });
    await club.sql(`update rm.matches set tee = 'Pro' where match_id = '${matchIds[0]}'`);
    await club.sql(`delete from rm.invites where ctid = (select min(ctid) from rm.invites)`);
    const wrong = await run('verify');
    expect(wrong).toEqual(refusal('clubhouse does not match the log: 2 differences in '));
    expect(wrong.stderr).toContain(`  matches ${matchIds[0]}: tee is "Pro", the log says "Standard"\n`);
    expect(wrong.stderr).toContain('Rebuild it: npm run ops -- projections rebuild clubhouse');
    const program = printed(await run('verify --json'));
    expect(program).toMatchObject({ ok: false });
    expect(program.problems).toHaveLength(2);
    const mended = await run('rebuild');
    expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining(' rows, 2 differed before, in ') });
    await club.moves(`log_id = 'another'`);
    expect((await run('verify')).stderr).toContain('The tables were built from log another, but this log is ');
    expect((await run('status')).stdout).toContain('foreign: built from another log');
  });

  it('show parked events with their error', async () => {
    expect(await run('parked')).toMatchObject({ code: 0, stdout: 'Nothing is parked.\n' });
    const inviteId = luck.uuid();
    const stream = `match-${matchIds[0]}`;
    await club.sql(`alter table rm.invites add constraint spoilt check (invite_id <> '${inviteId}') not valid`);
    await invite(matchIds[0], inviteId);
    await invite(matchIds[0]);
    await club.projected();
    const parked = await run('parked');
    expect(parked.stdout).toMatch(new RegExp(`^${stream} revision \\d+: PlayerInvited .*, tried once\n  .*spoilt`));
    expect(printed(await run('parked --json'))).toMatchObject({
      ok: true,
      parked: [{ stream }, { stream }],
      more: false,
    });
    expect((await run('status')).stdout).toContain('parked   2 events of 1 stream (projections parked shows them)');
    expect((await run('verify')).stdout).toContain('1 blocked stream left out.');
  });
});
