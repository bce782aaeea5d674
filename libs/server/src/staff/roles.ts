import type { GrantedRole, Role, SecondFactor } from '@fairmark/contract';
import type { Queries } from '../database/queries.js';

/** A role of a golfer. `courseId`: for COMMITTEE, and for no other. */
export interface RoleOf {
  userId: string;
  role: Role;
  courseId: string | null;
}

/** A role as operators look at it. Holds names and addresses: for the operator alone. */
export interface Grant extends GrantedRole {
  userId: string;
  fullName: string;
  email: string;
  grantedAt: string;
  grantedBy: string;
}

/** That a role was granted or taken away. */
export interface RoleChange extends RoleOf {
  /** ISO 8601. */
  changedAt: string;
  change: 'GRANTED' | 'REVOKED';
  /** Null: the account is gone. */
  fullName: string | null;
  /** Null: the role is for no course, or the course is gone. */
  courseName: string | null;
  /** The operator; null: the role went with its account or course, or by plain SQL. */
  changedBy: string | null;
}

/** More roles than this are not shown. */
const GRANTS_MAX = 10_000;

interface GrantRow {
  user_id: string;
  role: Role;
  course_id: string | null;
  course_name: string | null;
  full_name: string;
  email: string;
  granted_at: Date;
  granted_by: string;
}

const SELECT_GRANTS = `
  select r.user_id, r.role, r.course_id, c.name as course_name, u.full_name, u.email, r.granted_at, r.granted_by
  from app.user_roles r join app.users u on u.id = r.user_id left join app.courses c on c.id = r.course_id`;

/** What a golfer may do beside playing, and whether a session has proved the second factor, without which roles open nothing. */
export interface StaffMember {
  /** Empty for most golfers, and for an account that is being deleted. */
  roles: GrantedRole[];
  secondFactor: SecondFactor;
}

/** Roles by role and course, with the second factor as it is in a session: one is not read without the other. */
export async function staffMember(
  database: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<StaffMember> {
  const { rows } = await database.query<GrantRow>(
    `${SELECT_GRANTS} where r.user_id = $1 and u.deletion_requested_at is null
     order by r.role, c.name, r.course_id limit ${GRANTS_MAX}`,
    [userId],
  );
  if (rows.length === 0) return { roles: [], secondFactor: 'NONE' };
  const factors = await database.query<{ proved: boolean }>(
    `select s.proved_at is not null as proved
     from app.second_factors f join app.sessions s on s.user_id = f.user_id
     where s.id = $1 and s.user_id = $2 and f.confirmed_at is not null`,
    [sessionId, userId],
  );
  const [factor] = factors.rows;
  return {
    roles: rows.map(granted),
    secondFactor: factor === undefined ? 'NONE' : factor.proved ? 'PROVED' : 'ENROLLED',
  };
}

/** Whether one of these is among the roles. */
export const hasRole =
  (...wanted: readonly Role[]) =>
  (roles: readonly GrantedRole[]): boolean =>
    roles.some(({ role }) => wanted.includes(role));

export function isCommitteeOf(roles: readonly GrantedRole[], courseId: string): boolean {
  return roles.some(({ role, course }) => role === 'COMMITTEE' && course?.id === courseId);
}

/** Grants a role. False: the golfer has it already. */
export async function grantRole(database: Queries, { userId, role, courseId }: RoleOf, by: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into app.user_roles (user_id, role, course_id, granted_by) values ($1, $2, $3, $4)
     on conflict (user_id, role, course_id) do nothing`,
    [userId, role, courseId, by],
  );
  return rowCount === 1;
}

/** Takes a role away. False: the golfer does not have it. */
export async function revokeRole(database: Queries, { userId, role, courseId }: RoleOf, by: string): Promise<boolean> {
  // The trigger that keeps the history reads the setting, which lasts for this statement.
  const { rowCount } = await database.query(
    `with operator as materialized (select set_config('fairmark.operator', $4, true))
     delete from app.user_roles using operator
     where user_id = $1 and role = $2 and course_id is not distinct from $3`,
    [userId, role, courseId, by],
  );
  return rowCount === 1;
}

/** Changes of roles, the latest first; at most so many. */
export async function listRoleChanges(database: Queries, limit: number): Promise<RoleChange[]> {
  const { rows } = await database.query<Omit<RoleChange, 'changedAt'> & { changedAt: Date }>(
    `select r.changed_at as "changedAt", r.change, r.user_id as "userId", u.full_name as "fullName", r.role,
       r.course_id as "courseId", c.name as "courseName", r.changed_by as "changedBy"
     from app.role_changes r left join app.users u on u.id = r.user_id left join app.courses c on c.id = r.course_id
     order by r.changed_at desc, r.id limit $1`,
    [limit],
  );
  return rows.map((row) => ({ ...row, changedAt: row.changedAt.toISOString() }));
}

/** Every role that is granted, by the golfers' names. */
export async function listRoles(database: Queries): Promise<Grant[]> {
  const { rows } = await database.query<GrantRow>(
    `${SELECT_GRANTS} order by u.full_name, u.email, r.role, c.name, r.course_id limit ${GRANTS_MAX}`,
  );
  return rows.map((row) => ({
    ...granted(row),
    userId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    grantedAt: row.granted_at.toISOString(),
    grantedBy: row.granted_by,
  }));
}

function granted({ role, course_id, course_name }: GrantRow): GrantedRole {
  return { role, course: course_id === null ? null : { id: course_id, name: course_name ?? '' } };
}
