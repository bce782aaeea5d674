import { randomUUID } from 'node:crypto';
import {
  grantRole,
  listAuditReads,
  listRoles,
  recordAuditRead,
  revokeRole,
  rolesOf,
  type AuditRead,
} from '@fairmark/server';
import { addCourse, addGolfer } from '@fairmark/projector/testing/rows';
import { Stand } from '@fairmark/projector/testing/stand';
import type { Pool } from 'pg';

describe('oversight', () => {
  let club: Stand;
  let pool: Pool;
  const [ann, bob, course] = [randomUUID(), randomUUID(), randomUUID()];
  beforeAll(async () => {
    club = await Stand.make();
    ({ pool } = club);
    await addGolfer(pool, { id: ann, fullName: 'Ann', email: 'Ann@example.com' });
    await addGolfer(pool, { id: bob, fullName: 'Bob' });
    await addCourse(pool, course, 'Banksia', '20101');
  });
  afterAll(() => club.end());

  it('knows roles, each once, until they are taken away or the account goes', async () => {
    expect(await rolesOf(pool, ann)).toEqual([]);
    const auditor = { userId: ann, role: 'AUDITOR', courseId: null } as const;
    const committee = { userId: ann, role: 'COMMITTEE', courseId: course } as const;
    expect(await grantRole(pool, committee, 'operator')).toBe(true);
    expect(await grantRole(pool, auditor, 'operator')).toBe(true);
    expect(await grantRole(pool, auditor, 'another')).toBe(false);
    expect(await rolesOf(pool, ann)).toEqual([
      { role: 'AUDITOR', course: null },
      { role: 'COMMITTEE', course: { id: course, name: 'Banksia' } },
    ]);
    expect(await rolesOf(pool, bob)).toEqual([]);
    expect(await listRoles(pool)).toMatchObject([
      { userId: ann, fullName: 'Ann', email: 'Ann@example.com', role: 'AUDITOR', grantedBy: 'operator' },
      { userId: ann, role: 'COMMITTEE', course: { id: course } },
    ]);
    expect(await revokeRole(pool, auditor)).toBe(true);
    expect(await revokeRole(pool, auditor)).toBe(false);
    expect(await rolesOf(pool, ann)).toHaveLength(1);

    await pool.query('update app.users set deletion_requested_at = now() where id = $1', [ann]);
    expect(await rolesOf(pool, ann)).toEqual([]);
    await pool.query('delete from app.users where id = $1', [ann]);
    expect(await listRoles(pool)).toEqual([]);
  });

  it('gives COMMITTEE for a course alone, and the others for none', async () => {
    await expect(grantRole(pool, { userId: bob, role: 'COMMITTEE', courseId: null }, 'x')).rejects.toThrow('check');
    await expect(grantRole(pool, { userId: bob, role: 'SUPPORT', courseId: course }, 'x')).rejects.toThrow('check');
  });

  it('keeps for ever who read what', async () => {
    const read: AuditRead = { reader: bob, way: 'WEB', what: 'round', subject: 'a match' };
    await recordAuditRead(pool, read);
    await recordAuditRead(pool, { reader: 'operator', way: 'CLI', what: 'verify', subject: 'log' });
    expect(await listAuditReads(pool, { limit: 10 })).toMatchObject([{ subject: 'log' }, { ...read }]);
    expect(await listAuditReads(pool, { limit: 1 })).toHaveLength(1);
    expect(await listAuditReads(pool, { subject: 'a match', limit: 10 })).toHaveLength(1);
    for (const change of ["update app.audit_reads set reader = 'nobody'", 'delete from app.audit_reads']) {
      await expect(pool.query(change)).rejects.toThrow('only ever added to');
    }
    await expect(pool.query('truncate app.audit_reads')).rejects.toThrow('only ever added to');
  });
});
