import { randomUUID } from 'node:crypto';
import {
  grantRole,
  listAuditReads,
  listRoles,
  recordAuditRead,
  revokeRole,
  staffMember,
  type AuditRead,
} from '@fairmark/server';
import { addCourse, addGolfer } from '@fairmark/projector/testing/rows';
import { Stand } from '@fairmark/projector/testing/stand';
import { patOn, type Answer } from '../testing/ops.js';

describe('roles', () => {
  let club: Stand;
  const [links, park, twin] = [randomUUID(), randomUUID(), randomUUID()];
  beforeAll(async () => {
    club = await Stand.make();
    await addGolfer(club.pool, { fullName: 'Ann Lee', email: 'ann@example.com' });
    await addGolfer(club.pool, { fullName: 'Bob Ray', email: 'bob@example.com' });
    await addCourse(club.pool, links, 'Saltbush Links', '20101');
    await addCourse(club.pool, park, 'Wattle Park', '20102');
    await addCourse(club.pool, twin, 'Wattle Park', '20103');
  });
  afterAll(() => club.end());

  const run = (...args: string[]): Promise<Answer> => patOn(club.url).run(args);
  const said = (...args: string[]): Promise<unknown> => patOn(club.url).json(args);

  it('are granted once, listed, and taken away', async () => {
    expect(await run('roles', 'list')).toMatchObject({ code: 0, stdout: 'No golfer has a role.\n' });
    const first = await run('roles', 'grant', 'Ann@Example.com', 'AUDITOR');
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout:
        'Ann Lee <ann@example.com> is AUDITOR from now on, with an authenticator that the golfer sets up on /ops.\n',
    });
    const again = await run('roles', 'grant', 'ann@example.com', 'AUDITOR');
    expect(again).toMatchObject({ code: 0, stdout: 'Ann Lee <ann@example.com> is AUDITOR already.\n' });
    for (const course of ['saltbush links', '20102', twin]) {
      expect(await said('roles', 'grant', 'bob@example.com', 'COMMITTEE', '--course', course)).toMatchObject({
        ok: true,
        changed: true,
        role: 'COMMITTEE',
      });
    }
    expect(await said('roles', 'list')).toMatchObject({
      roles: [
        { email: 'ann@example.com', role: 'AUDITOR', course: null, grantedBy: 'pat' },
        { role: 'COMMITTEE', course: { id: links, name: 'Saltbush Links' } },
        { course: { name: 'Wattle Park' } },
        { course: { name: 'Wattle Park' } },
      ],
    });
    const table = (await run('roles', 'list')).stdout.split('\n');
    expect(table[2]).toMatch(/^Ann Lee {2}ann@example\.com {2}AUDITOR +\d{4}-\d\d-\d\d {2}pat$/);
    expect(await said('roles', 'revoke', 'bob@example.com', 'COMMITTEE', '--course', '20103')).toMatchObject({
      changed: true,
      courseId: twin,
    });
    expect(await said('roles', 'revoke', 'bob@example.com', 'AUDITOR')).toMatchObject({ changed: false });
  });

  it('leave a history: who granted and took away what, also where an account or plain SQL did', async () => {
    const { pool } = club;
    const { id: gus } = await addGolfer(pool, { fullName: 'Gus Oak', email: 'gus@example.com' });
    const role = ['gus@example.com', 'COMMITTEE', '--course', '20101'];
    await run('roles', 'grant', ...role);
    await run('roles', 'grant', ...role);
    await run('roles', 'revoke', ...role);
    await run('roles', 'grant', ...role);
    const before = await said('roles', 'history', '--limit', '3');
    const of = { userId: gus, fullName: 'Gus Oak', role: 'COMMITTEE', courseId: links, courseName: 'Saltbush Links' };
    expect(before).toMatchObject({
      changes: [
        { ...of, change: 'GRANTED', changedBy: 'pat' },
        { ...of, change: 'REVOKED', changedBy: 'pat' },
        { ...of, change: 'GRANTED', changedBy: 'pat' },
      ],
    });
    await pool.query('delete from app.users where id = $1', [gus]);
    expect(await said('roles', 'history', '--limit', '1')).toMatchObject({
      changes: [{ change: 'REVOKED', userId: gus, fullName: null, changedBy: null }],
    });
    expect((await run('roles', 'history')).stdout).toMatch(/^TIME +CHANGE +ROLE +GOLFER +BY\n-+/);
    const changes = [
      'delete from app.role_changes',
      'truncate app.role_changes',
      "update app.user_roles set role = 'X'",
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
  ])('grant %s is refused', async (args, code, words) => {
    const answer = await run('roles', 'grant', ...args);
    expect(answer).toMatchObject({ code, stdout: '' });
    expect(answer.stderr).toContain(words);
  });

  it('are not there for an account that is being deleted', async () => {
    await club.pool.query(`update app.users set deletion_requested_at = now() where email = 'ann@example.com'`);
    expect((await run('roles', 'grant', 'ann@example.com', 'SUPPORT')).code).toBe(1);
  });

  it('leave a record of who looked at what, also of looking at the record', async () => {
    await run('audit', 'reads');
    const answer = await said('audit', 'reads', '--subject', 'all', '--limit', '1');
    expect(answer).toMatchObject({ reads: [{ reader: 'pat', way: 'CLI', what: 'reads', subject: 'all' }] });
    expect((await run('audit', 'reads')).stdout).toMatch(/^TIME +READ +OF +WAY +BY\n-+/);
    expect((await run('audit', 'reads', '--limit', '0')).code).toBe(2);
  });

  it('are kept each once, until they are taken away or the account goes', async () => {
    const { pool } = club;
    const { id: eve } = await addGolfer(pool, { fullName: 'Eve', email: 'Eve@example.com' });
    const ofEve = async () => (await listRoles(pool)).filter(({ userId }) => userId === eve);
    const opens = () => staffMember(pool, { userId: eve, sessionId: randomUUID() });
    const nothing = { roles: [], secondFactor: 'NONE' };
    expect(await opens()).toEqual(nothing);
    const auditor = { userId: eve, role: 'AUDITOR', courseId: null } as const;
    expect(await grantRole(pool, { userId: eve, role: 'COMMITTEE', courseId: links }, 'operator')).toBe(true);
    expect([await grantRole(pool, auditor, 'operator'), await grantRole(pool, auditor, 'another')]).toEqual([
      true,
      false,
    ]);
    expect(await opens()).toEqual({
      roles: [
        { role: 'AUDITOR', course: null },
        { role: 'COMMITTEE', course: { id: links, name: 'Saltbush Links' } },
      ],
      secondFactor: 'NONE',
    });
    expect(await ofEve()).toMatchObject([
      { fullName: 'Eve', email: 'Eve@example.com', role: 'AUDITOR', grantedBy: 'operator' },
      { role: 'COMMITTEE', course: { id: links } },
    ]);
    expect([await revokeRole(pool, auditor, 'operator'), await revokeRole(pool, auditor, 'operator')]).toEqual([
      true,
      false,
    ]);
    expect(await ofEve()).toHaveLength(1);
    await pool.query('update app.users set deletion_requested_at = now() where id = $1', [eve]);
    expect(await opens()).toEqual(nothing);
    await pool.query('delete from app.users where id = $1', [eve]);
    expect(await ofEve()).toEqual([]);
  });

  it('are COMMITTEE for a course alone, and the others for none', async () => {
    const { id: userId } = await addGolfer(club.pool, { fullName: 'Fay' });
    const wrong = [
      { userId, role: 'COMMITTEE', courseId: null },
      { userId, role: 'SUPPORT', courseId: links },
    ] as const;
    for (const role of wrong) await expect(grantRole(club.pool, role, 'x')).rejects.toThrow('check');
  });

  it('leave a record that can only be added to', async () => {
    const { pool } = club;
    const read: AuditRead = { reader: links, way: 'WEB', what: 'round', subject: 'a match' };
    await recordAuditRead(pool, read);
    await recordAuditRead(pool, { reader: 'operator', way: 'CLI', what: 'verify', subject: 'log' });
    expect(await listAuditReads(pool, { limit: 2 })).toMatchObject([{ subject: 'log' }, { ...read }]);
    expect(await listAuditReads(pool, { limit: 1 })).toHaveLength(1);
    expect(await listAuditReads(pool, { subject: 'a match', limit: 10 })).toHaveLength(1);
    const changes = [
      "update app.audit_reads set reader = 'x'",
      'delete from app.audit_reads',
      'truncate app.audit_reads',
    ];
    for (const change of changes) await expect(pool.query(change)).rejects.toThrow('only ever added to');
  });
});
