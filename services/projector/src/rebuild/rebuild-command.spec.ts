import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { latestRebuild, requestRebuild } from '@fairmark/read-models';
import { chance } from '@fairmark/server';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';

describe('npm run rebuild', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await Stand.make();
  });
  afterEach(() => stand.clear());
  afterAll(() => stand.end());

  it('says what it did, and takes what was asked for elsewhere with it', async () => {
    await fillLog(stand.store, { seed: 39, events: 300 });
    const { job } = await requestRebuild(stand.pool, { projection: 'clubhouse', requestedBy: 'somebody' });
    const head = await stand.store.head();
    const { code, output } = await command({ DATABASE_URL: stand.url });
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
    const { code, output } = await command({ DATABASE_URL: stand.url }, [], { uid, nice: 8 });
    expect(output).toMatch(new RegExp(`PlayerInvited at position 1 \\(match-${matchId}, revision 0\\)`));
    expect(output).toContain('The tables are as they were before');
    expect(code).toBe(1);
    expect(await latestRebuild(stand.pool, 'clubhouse')).toMatchObject({
      state: 'FAILED',
      requestedBy: expect.stringMatching(/./),
      message: expect.stringContaining('PlayerInvited at position 1'),
    });
  });

  it('says how it is called', async () => {
    const usage = { code: 2, output: expect.stringContaining('Usage') };
    expect(await Promise.all([command({}), command({ DATABASE_URL: stand.url }, ['--all'])])).toEqual([usage, usage]);
  });
});

async function command(
  env: Record<string, string>,
  args: string[] = [],
  { uid, nice = 0 }: { uid?: number; nice?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const main = path.resolve('services/projector/dist/rebuild/rebuild.main.js');
  const child = spawn('nice', ['-n', String(nice), process.execPath, main, ...args], {
    env: { PATH: process.env.PATH, ...env },
    uid,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
