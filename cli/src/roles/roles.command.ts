import { ROLES, type Role } from '@fairmark/contract';
import { grantRole, listRoleChanges, listRoles, revokeRole, type Queries, type RoleOf } from '@fairmark/server';
import { Argument } from 'commander';
import { findCourse } from '../audit/find-course.js';
import { operatorOf } from '../audit/operator.js';
import { cutWords, limitOption, type CommandSpec } from '../shell/command.js';
import { Failed, Misused } from '../shell/failure.js';
import { openMigrated, openPool } from '../shell/open.js';
import { textTable } from '../shell/output.js';

/**
 * A command that changes a role. `change` returns false if there was nothing to change; `words` are for both cases, with
 * ROLE in place of the role.
 */
function changing(
  spec: Pick<CommandSpec, 'name' | 'summary' | 'about' | 'examples'>,
  words: readonly [did: string, already: string],
  change: (database: Queries, role: RoleOf, by: string) => Promise<boolean>,
): CommandSpec {
  return {
    ...spec,
    args: [['<email>', 'the address of the account'], new Argument('<role>', 'the role').choices(ROLES)],
    options: [['--course <course>', 'with COMMITTEE: id, five-digit number or name of the course']],
    run: async (job, { course }: { course?: string }, email: string, role: Role) => {
      const database = openPool(job, await openMigrated(job));
      const named = await nameRole(database, email, role, course);
      const changed = await change(database, named, operatorOf(job.shell));
      const what = words[changed ? 0 : 1].replace('ROLE', () => roleWords(named.role, named.courseName));
      job.result({ changed, ...named }, `${named.fullName} <${named.email}> ${what}`);
    },
  };
}

const grantCommand = changing(
  {
    name: 'grant',
    summary: 'give a role to a golfer',
    about: `
Give a role to a golfer. Takes effect at once, but gives no access until the golfer has set up an authenticator on /ops and
entered a code of it there, once per session.`,
    examples: [
      ['Let a golfer audit rounds', 'roles grant ann@example.com AUDITOR'],
      ["A member of a course's committee", 'roles grant bob@example.com COMMITTEE --course "Banksia Park"'],
    ],
  },
  ['is now ROLE. To use the role, the golfer has to set up an authenticator on /ops.', 'is already ROLE.'],
  grantRole,
);

const revokeCommand = changing(
  {
    name: 'revoke',
    summary: 'take a role from a golfer',
    about: 'Take a role from a golfer. Takes effect at once.',
    examples: [['Take it back', 'roles revoke ann@example.com AUDITOR']],
  },
  ['is no longer ROLE.', 'was not ROLE: nothing was changed.'],
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
      return [fullName, email, roleWords(role, course?.name ?? null), grantedAt, grantedBy];
    });
    const words =
      roles.length === 0 ? 'No golfer has a role.' : textTable(['GOLFER', 'ADDRESS', 'ROLE', 'SINCE', 'BY'], rows);
    job.result({ roles }, words);
  },
};

const historyCommand: CommandSpec = {
  name: 'history',
  summary: 'show the latest changes of roles',
  about: `
Shows which roles were granted and revoked, when and by whom, latest first. BY is empty if a role was removed with its account or
course. GOLFER is an id if the account is gone. The history begins with the first change under a release that keeps one.`,
  examples: [['The last ten', 'roles history --limit 10']],
  options: [limitOption()],
  run: async (job, { limit }: { limit: number }) => {
    const changes = await listRoleChanges(openPool(job, await openMigrated(job)), limit);
    const rows = changes.map(({ changedAt, change, fullName, userId, role, courseName, changedBy }) => {
      return [changedAt, change, roleWords(role, courseName), fullName ?? userId, changedBy ?? ''];
    });
    const words =
      changes.length === 0 ? 'No role was changed.' : textTable(['TIME', 'CHANGE', 'ROLE', 'GOLFER', 'BY'], rows);
    job.result({ changes }, `${words}${cutWords(changes.length, limit)}`);
  },
};

export const rolesCommand: CommandSpec = {
  name: 'roles',
  summary: 'grant, revoke and list the roles auditor, support and committee',
  about: `
Grants and revokes the roles that give a golfer access to /ops. There is no other way to get one.

AUDITOR reads the story of every round. SUPPORT sees the projections and rebuilds them. COMMITTEE, of one course, reads its rounds,
corrects verified cards, never its own, and makes the links of boards on the clubhouse wall.`,
  commands: [grantCommand, revokeCommand, listCommand, historyCommand],
};

/** The role with the names of its golfer and course. Throws `Failed` or `Misused` if there is none. */
async function nameRole(database: Queries, given: string, role: Role, course: string | undefined) {
  if (role === 'COMMITTEE' && course === undefined) {
    throw new Misused('COMMITTEE is for one course: name it with --course.');
  }
  if (role !== 'COMMITTEE' && course !== undefined) {
    throw new Misused(`${role} is for all courses: leave --course out.`);
  }
  const known = course === undefined ? null : await findCourse(database, course);
  const { rows } = await database.query<Record<'userId' | 'email' | 'fullName', string>>(
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
