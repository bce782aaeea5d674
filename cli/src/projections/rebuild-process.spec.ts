import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { appendToMatch, fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { chance } from '@fairmark/server';

describe('npm run rebuild', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await Stand.make();
  });
  afterEach(() => stand.clear());
  afterAll(() => stand.end());

  it('says what it did, and does what was asked for elsewhere', async () => {
    await fillLog(stand.store, { seed: 39, events: 300 });
    const { job } = await requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: 'kim' });
    const head = await stand.store.head();
    const { code, output } = await rebuild(stand.url);
    expect(output).toContain(`Rebuilt from ${head} events, to position ${head}`);
    expect(code).toBe(0);
    expect(await stand.differences()).toEqual([]);
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({
      id: job.id,
      state: 'DONE',
      phase: 'SWAPPING',
      message: expect.stringContaining(`to position ${head}`),
    });
  });

  it('says which event stopped it, also where it is nicer still and run by an account without a name', async () => {
    const luck = chance(40);
    const matchId = luck.uuid();
    const data = { inviteId: luck.uuid(), userId: luck.uuid() };
    await appendToMatch(stand.store, matchId, [{ type: 'PlayerInvited', data }]);
    // Others than root cannot become anybody: they run it as themselves.
    const uid = process.getuid?.() === 0 ? 54_321 : process.getuid?.();
    const { code, output } = await rebuild(stand.url, { uid, nice: 8 });
    expect(output).toMatch(new RegExp(`PlayerInvited at position 1 \\(match-${matchId}, revision 0\\)`));
    expect(output).toContain('The live tables stay.');
    expect(code).toBe(1);
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({
      state: 'FAILED',
      requestedBy: expect.stringMatching(/./),
      message: expect.stringContaining('PlayerInvited at position 1'),
    });
  });
});

async function rebuild(
  databaseUrl: string,
  { uid, nice = 0 }: { uid?: number; nice?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const program = path.resolve('cli/dist/fairmark.main.js');
  const child = spawn('nice', ['-n', String(nice), process.execPath, program, 'rebuild'], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    uid,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
