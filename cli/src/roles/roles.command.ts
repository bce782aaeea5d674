import { ROLES, type Role } from '@fairmark/contract';
import { grantRole, listRoles, revokeRole, type Queries, type RoleOf } from '@fairmark/server';
import { Argument } from 'commander';
import { findCourse } from '../audit/find-course.js';
import { operatorOf } from '../audit/operator.js';
import type { CommandSpec } from '../shell/command.js';
import { Failed, Misused } from '../shell/failure.js';
import { openMigrated, openPool } from '../shell/open.js';
import { textTable } from '../shell/text-table.js';

interface Given {
  course?: string;
}

/** What a command names: a golfer, a role, and the course that the role is for. */
interface Named extends RoleOf {
  email: string;
  fullName: string;
  courseName: string | null;
}

/** What `roles grant` and `roles revoke` have in common. `change`: whether it changed something. */
function changing(
  spec: Pick<CommandSpec, 'name' | 'summary' | 'examples'> & { did: string; already: string },
  change: (database: Queries, role: RoleOf, by: string) => Promise<boolean>,
): CommandSpec {
  const { did, already, ...words } = spec;
  return {
    ...words,
    about: `${words.summary.slice(0, 1).toUpperCase()}${words.summary.slice(1)}. Takes effect at once.`,
    args: [['<email>', 'the address of the account'], new Argument('<role>', 'the role').choices(ROLES)],
    options: [['--course <course>', 'with COMMITTEE: id, five-digit number or name of the course']],
    run: async (job, { course }: Given, email: string, role: Role) => {
      const client = openPool(job, await openMigrated(job));
      const named = await nameRole(client, email, { role, course });
      const changed = await change(client, named, operatorOf(job.shell));
      const who = `${named.fullName} <${named.email}> is ${roleWords(named.role, named.courseName)}`;
      job.result({ ok: true, changed, ...named }, `${who} ${changed ? did : already}`);
    },
  };
}

const grantCommand = changing(
  {
    name: 'grant',
    summary: 'give a role to a golfer',
    examples: [
      ['Somebody who audits', 'roles grant ann@example.com AUDITOR'],
      ["A member of a course's committee", 'roles grant bob@example.com COMMITTEE --course "Banksia Park"'],
    ],
    did: 'from now on.',
    already: 'already.',
  },
  grantRole,
);

const revokeCommand = changing(
  {
    name: 'revoke',
    summary: 'take a role from a golfer',
    examples: [['Take it back', 'roles revoke ann@example.com AUDITOR']],
    did: 'no more.',
    already: 'not: there was nothing to take away.',
  },
  revokeRole,
);

const listCommand: CommandSpec = {
  name: 'list',
  summary: 'show every role that is granted',
  about: 'Shows who has which role, since when, and who granted it. Holds names and addresses.',
  examples: [['All roles', 'roles list']],
  run: async (job) => {
    const roles = await listRoles(openPool(job, await openMigrated(job)));
    const rows = roles.map(({ fullName, email, role, course, grantedAt, grantedBy }) => {
      return [fullName, email, roleWords(role, course?.name ?? null), grantedAt.slice(0, 10), grantedBy];
    });
    const words =
      roles.length === 0 ? 'Nobody has a role.' : textTable(['GOLFER', 'ADDRESS', 'ROLE', 'SINCE', 'BY'], rows);
    job.result({ ok: true, roles }, words);
  },
};

/** `roles grant`, `roles revoke`, `roles list`. */
export const rolesCommand: CommandSpec = {
  name: 'roles',
  summary: 'who is auditor, support or committee',
  about: `
Grants and takes away the roles that open /ops to a golfer. There is no other way to get one.

AUDITOR reads the story of every round. SUPPORT sees the projections and rebuilds them. COMMITTEE, of one course, reads its rounds
and corrects signed cards, never its own.`,
  commands: [grantCommand, revokeCommand, listCommand],
};

async function nameRole(database: Queries, given: string, { role, course }: Given & { role: Role }): Promise<Named> {
  if (role === 'COMMITTEE' && course === undefined) {
    throw new Misused('COMMITTEE is for one course: name it with --course.');
  }
  if (role !== 'COMMITTEE' && course !== undefined) {
    throw new Misused(`${role} is for all courses: leave --course out.`);
  }
  const known = course === undefined ? null : await findCourse(database, course);
  const { rows } = await database.query<Pick<Named, 'userId' | 'email' | 'fullName'>>(
    `select id as "userId", email, full_name as "fullName" from app.users
     where lower(email) = lower($1) and deletion_requested_at is null`,
    [given.trim()],
  );
  const [golfer] = rows;
  if (golfer === undefined) throw new Failed(`There is no account with the address ${given}.`);
  return { ...golfer, role, courseId: known?.id ?? null, courseName: known?.name ?? null };
}

function roleWords(role: Role, course: string | null): string {
  return course === null ? role : `${role} of ${course}`;
}
