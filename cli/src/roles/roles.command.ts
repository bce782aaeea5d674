import { ROLES, type Role } from '@fairmark/contract';
import { grantRole, listRoles, revokeRole, type Grant, type Queries, type RoleOf } from '@fairmark/server';
import { Argument, type Command } from 'commander';
import { findCourse } from '../audit/find-course.js';
import { operatorOf } from '../audit/operator.js';
import { Failed, Misused } from '../shell/failure.js';
import { examples, prose, type Register, type Run } from '../shell/job.js';
import { textTable } from '../shell/text-table.js';
import { withLog } from '../shell/with-log.js';

interface Given {
  course?: string;
}

/** What a command names: a golfer, a role, and the course that the role is for. */
interface Named extends RoleOf {
  email: string;
  fullName: string;
  courseName: string | null;
}

/** `roles grant`, `roles revoke`, `roles list`. */
export const rolesCommand: Register = (parent, run) => {
  const roles = parent
    .command('roles')
    .summary('who is auditor, support or committee')
    .description(
      prose(`
Grants and takes away the roles that open /ops to a golfer. There is no other way to get one.

AUDITOR reads the story of every round. SUPPORT sees the projections and rebuilds them. COMMITTEE, of one course, reads its rounds
and corrects signed cards, never its own.`),
    );
  changing(roles, run, {
    name: 'grant',
    summary: 'give a role to a golfer',
    lines: [
      ['Somebody who audits', 'roles grant ann@example.com AUDITOR'],
      ["A member of a course's committee", 'roles grant bob@example.com COMMITTEE --course "Banksia Park"'],
    ],
    change: grantRole,
    did: (who) => `${who} from now on.`,
    already: (who) => `${who} already.`,
  });
  changing(roles, run, {
    name: 'revoke',
    summary: 'take a role from a golfer',
    lines: [['Take it back', 'roles revoke ann@example.com AUDITOR']],
    change: (database, role) => revokeRole(database, role),
    did: (who) => `${who} no more.`,
    already: (who) => `${who} not: there was nothing to take away.`,
  });
  roles
    .command('list')
    .summary('show every role that is granted')
    .description('Shows who has which role, since when, and who granted it. Holds names and addresses.')
    .addHelpText('after', examples(['All roles', 'roles list']))
    .action((_given: object, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const granted = await listRoles(client);
          output.result({ ok: true, roles: granted }, inWords(granted));
        }),
      ),
    );
};

interface Change {
  name: string;
  summary: string;
  lines: readonly (readonly [why: string, line: string])[];
  /** True: it changed something. */
  change: (database: Queries, role: RoleOf, by: string) => Promise<boolean>;
  did: (who: string) => string;
  already: (who: string) => string;
}

function changing(parent: Command, run: Run, { name, summary, lines, change, did, already }: Change): void {
  parent
    .command(name)
    .summary(summary)
    .description(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}. Takes effect at once.`)
    .argument('<email>', 'the address of the account')
    .addArgument(new Argument('<role>', 'the role').choices(ROLES))
    .option('--course <course>', 'with COMMITTEE: id, five-digit number or name of the course')
    .addHelpText('after', examples(...lines))
    .action((email: string, role: Role, given: Given, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const named = await nameRole(client, email, { role, ...given });
          const changed = await change(client, named, operatorOf(shell));
          const who = `${named.fullName} <${named.email}> is ${roleWords(named.role, named.courseName)}`;
          output.result({ ok: true, changed, ...named }, changed ? did(who) : already(who));
        }),
      ),
    );
}

async function nameRole(database: Queries, given: string, { role, course }: Given & { role: Role }): Promise<Named> {
  if (role === 'COMMITTEE' && course === undefined) {
    throw new Misused('COMMITTEE is for one course: name it with --course.');
  }
  if (role !== 'COMMITTEE' && course !== undefined) {
    throw new Misused(`${role} is for all courses: leave --course out.`);
  }
  const known = course === undefined ? null : await findCourse(database, course);
  const { rows } = await database.query<{ id: string; email: string; full_name: string }>(
    'select id, email, full_name from app.users where lower(email) = lower($1) and deletion_requested_at is null',
    [given.trim()],
  );
  const [golfer] = rows;
  if (golfer === undefined) throw new Failed(`Nobody has signed up with the address ${given}.`);
  const { id: userId, email, full_name: fullName } = golfer;
  return { userId, email, fullName, role, courseId: known?.id ?? null, courseName: known?.name ?? null };
}

function roleWords(role: Role, course: string | null): string {
  return course === null ? role : `${role} of ${course}`;
}

function inWords(granted: readonly Grant[]): string {
  if (granted.length === 0) return 'Nobody has a role.';
  const rows = granted.map(({ fullName, email, role, course, grantedAt, grantedBy }) => [
    fullName,
    email,
    roleWords(role, course?.name ?? null),
    grantedAt.slice(0, 10),
    grantedBy,
  ]);
  return textTable(['GOLFER', 'ADDRESS', 'ROLE', 'SINCE', 'BY'], rows);
}
