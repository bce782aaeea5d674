import { randomUUID } from 'node:crypto';
import { grantRole, staffMember } from '@fairmark/server';
import { addCourse, addGolfer } from '@fairmark/projector/testing/rows';
import { Stand } from '@fairmark/projector/testing/stand';
import { patOn, refusal, type Answer } from '../testing/ops.js';

describe('roles', () => {
  const club = Stand.forSuite({ kept: true });
  const [links, park, twin] = [randomUUID(), randomUUID(), randomUUID()];
  beforeAll(async () => {
    await addGolfer(club.pool, { fullName: 'Ann Lee', email: 'ann@example.com' });
    await addGolfer(club.pool, { fullName: 'Bob Ray', email: 'bob@example.com' });
    await addCourse(club.pool, links, 'Saltbush Links', '20101');
    await addCourse(club.pool, park, 'Wattle Park', '20102');
    await addCourse(club.pool, twin, 'Wattle Park', '20103');
  });

  const run = (...args: string[]): Promise<Answer> => patOn(club.url).run(args);
  const json = (...args: string[]): Promise<unknown> => patOn(club.url).json(args);

  it('are granted once, listed, and revoked', async () => {
    expect(await run('roles', 'list')).toMatchObject({ code: 0, stdout: 'No golfer has a role.\n' });
    const stdout =
      'Ann Lee <ann@example.com> is now AUDITOR. To use the role, the golfer has to set up an authenticator on /ops.\n';
    expect(await run('roles', 'grant', 'Ann@Example.com', 'AUDITOR')).toEqual({ code: 0, stderr: '', stdout });
    const again = await run('roles', 'grant', 'ann@example.com', 'AUDITOR');
    expect(again).toMatchObject({ code: 0, stdout: 'Ann Lee <ann@example.com> is already AUDITOR.\n' });
    for (const course of ['saltbush links', '20102', twin]) {
      const granted = await json('roles', 'grant', 'bob@example.com', 'COMMITTEE', '--course', course);
      expect(granted).toMatchObject({ ok: true, changed: true, role: 'COMMITTEE' });
    }
    expect(await json('roles', 'list')).toMatchObject({
      roles: [
        { email: 'ann@example.com', role: 'AUDITOR', course: null, grantedBy: 'pat' },
        { role: 'COMMITTEE', course: { id: links, name: 'Saltbush Links' } },
        { course: { name: 'Wattle Park' } },
        { course: { name: 'Wattle Park' } },
      ],
    });
    const table = (await run('roles', 'list')).stdout.split('\n');
    expect(table[2]).toMatch(/^Ann Lee {2}ann@example\.com {2}AUDITOR +\d{4}-\d\d-\d\dT[\d:.]{12}Z {2}pat$/);
    const revoked = await json('roles', 'revoke', 'bob@example.com', 'COMMITTEE', '--course', '20103');
    expect(revoked).toMatchObject({ changed: true, courseId: twin });
    expect(await run('roles', 'revoke', 'bob@example.com', 'AUDITOR')).toMatchObject({
      code: 0,
      stdout: 'Bob Ray <bob@example.com> was not AUDITOR: nothing was changed.\n',
    });
  });

  it('record the account that called sudo as the granter, unless FAIRMARK_OPERATOR is set', async () => {
    const { id } = await addGolfer(club.pool, { fullName: 'Fay Elm', email: 'fay@example.com' });
    const grantedBy = async (role: string, env: Record<string, string>): Promise<unknown> => {
      await patOn(club.url).json(['roles', 'grant', 'fay@example.com', role], {
        env: { DATABASE_URL: club.url, SUDO_USER: 'kim', ...env },
      });
      const { rows } = await club.pool.query<{ by: string }>(
        'select granted_by as by from app.user_roles where user_id = $1 and role = $2',
        [id, role],
      );
      return rows[0]?.by;
    };
    expect(await grantedBy('AUDITOR', {})).toBe('kim');
    expect(await grantedBy('SUPPORT', { FAIRMARK_OPERATOR: 'lee' })).toBe('lee');
    await club.pool.query('delete from app.user_roles where user_id = $1', [id]);
  });

  it('leave a history of who granted and revoked what, including deleted accounts, that cannot be changed', async () => {
    const { pool } = club;
    const { id: gus } = await addGolfer(pool, { fullName: 'Gus Oak', email: 'gus@example.com' });
    const role = ['gus@example.com', 'COMMITTEE', '--course', '20101'];
    await run('roles', 'grant', ...role);
    await run('roles', 'grant', ...role);
    await run('roles', 'revoke', ...role);
    await run('roles', 'grant', ...role);
    const before = await json('roles', 'history', '--limit', '3');
    const of = { userId: gus, fullName: 'Gus Oak', role: 'COMMITTEE', courseId: links, courseName: 'Saltbush Links' };
    expect(before).toMatchObject({
      changes: [
        { ...of, change: 'GRANTED', changedBy: 'pat' },
        { ...of, change: 'REVOKED', changedBy: 'pat' },
        { ...of, change: 'GRANTED', changedBy: 'pat' },
      ],
    });
    await pool.query('delete from app.users where id = $1', [gus]);
    expect(await json('roles', 'history', '--limit', '1')).toMatchObject({
      changes: [{ change: 'REVOKED', userId: gus, fullName: null, changedBy: null }],
    });
    expect((await run('roles', 'history')).stdout).toMatch(/^TIME +CHANGE +ROLE +GOLFER +BY\n-+/);
    const changes = [
      'delete from app.role_changes',
      'truncate app.role_changes',
      "update app.user_roles set role = 'X'",
      "update app.audit_reads set reader = 'x'",
      'delete from app.audit_reads',
      'truncate app.audit_reads',
    ];
    for (const change of changes) await expect(pool.query(change)).rejects.toThrow('only ever added to');
  });

  it.each<[string[], number, string]>([
    [['nobody@example.com', 'AUDITOR'], 1, 'There is no account with the address nobody@example.com.'],
    [['ann@example.com', 'COMMITTEE'], 2, 'COMMITTEE is for one course: name it with --course.'],
    [['ann@example.com', 'SUPPORT', '--course', '20101'], 2, 'SUPPORT is for all courses: leave --course out.'],
    [['ann@example.com', 'KING'], 2, "Command-argument value 'KING' is invalid for argument 'role'"],
    [['ann@example.com', 'COMMITTEE', '--course', 'Wattle Park'], 1, "More than one course is called 'Wattle Park'"],
    [['ann@example.com', 'COMMITTEE', '--course', 'salt'], 1, '  20101  Saltbush Links'],
    [['ann@example.com', 'COMMITTEE', '--course', 'Nowhere'], 1, "There is no course 'Nowhere'"],
  ])('are refused: grant %s', async (args, code, words) => {
    expect(await run('roles', 'grant', ...args)).toEqual(refusal(words, code));
  });

  it('do not apply to an account that is being deleted, and are deleted with it', async () => {
    const { id: userId } = await addGolfer(club.pool, { fullName: 'Eve', email: 'eve@example.com' });
    await grantRole(club.pool, { userId, role: 'SUPPORT', courseId: null }, 'operator');
    const opens = async () => (await staffMember(club.pool, { userId, sessionId: randomUUID() })).roles;
    expect(await opens()).toEqual([{ role: 'SUPPORT', course: null }]);
    await club.sql('update app.users set deletion_requested_at = now() where id = $1', [userId]);
    expect(await opens()).toEqual([]);
    expect((await run('roles', 'grant', 'eve@example.com', 'AUDITOR')).code).toBe(1);
    for (const shows of ['list', 'history']) expect((await run('roles', shows)).stdout).not.toContain('Eve');
    await club.sql('delete from app.users where id = $1', [userId]);
    expect((await run('roles', 'list')).stdout).not.toContain('Eve');
  });

  it('leave a record of reads, including reads of that record', async () => {
    await run('audit', 'reads');
    const answer = await json('audit', 'reads', '--subject', 'all', '--limit', '1');
    expect(answer).toMatchObject({ reads: [{ reader: 'pat', way: 'CLI', what: 'reads', subject: 'all' }] });
    const whole = (await run('audit', 'reads')).stdout;
    expect(whole).toMatch(/^TIME +READ +OF +WAY +BY\n-+/);
    const cut = 'The latest 1: there may be earlier ones (--limit, up to 10000).\n';
    expect(whole).not.toContain('earlier');
    for (const list of [
      ['audit', 'reads'],
      ['roles', 'history'],
    ]) {
      expect((await run(...list, '--limit', '1')).stdout).toContain(cut);
    }
  });

  it('need a course for COMMITTEE, and take none otherwise', async () => {
    const { id: userId } = await addGolfer(club.pool, { fullName: 'Fay' });
    const wrong = [
      { userId, role: 'COMMITTEE', courseId: null },
      { userId, role: 'SUPPORT', courseId: links },
    ] as const;
    for (const role of wrong) await expect(grantRole(club.pool, role, 'x')).rejects.toThrow('check');
  });
});
