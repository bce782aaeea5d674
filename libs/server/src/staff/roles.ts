import type { GrantedRole, Role, SecondFactor } from '@fairmark/contract';
import { isoTime, type Queries } from '../database/queries.js';

/** A golfer's role. `courseId` is set for COMMITTEE only. */
export interface RoleOf {
  userId: string;
  role: Role;
  courseId: string | null;
}

/** A role as shown to operators only, because it holds names and email addresses. */
export interface Grant extends GrantedRole {
  userId: string;
  fullName: string;
  email: string;
  grantedAt: string;
  grantedBy: string;
}

/** A role that was granted or revoked. */
export interface RoleChange extends RoleOf {
  changedAt: string;
  change: 'GRANTED' | 'REVOKED';
  /** Null: the account was deleted. */
  fullName: string | null;
  /** Null: the role has no course, or the course was deleted. */
  courseName: string | null;
  /** The operator; null: the role was deleted with its account or course, or by plain SQL. */
  changedBy: string | null;
}

const GRANTS_MAX = 10_000;

const GRANTED = `r.role, case when r.course_id is not null then
  json_build_object('id', r.course_id, 'name', coalesce(c.name, '')) end as course`;
const GRANTS = `
  app.user_roles r join app.users u on u.id = r.user_id and u.deletion_requested_at is null
    left join app.courses c on c.id = r.course_id`;

/** A golfer's roles, and the state of the second factor in a session, without which roles grant no access. */
export interface StaffMember {
  /** Empty for most golfers, and for an account that is being deleted. */
  roles: GrantedRole[];
  secondFactor: SecondFactor;
}

/** Reads a golfer's roles, sorted by role and course, and the session's second factor. */
export async function staffMember(
  database: Queries,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<StaffMember> {
  const { rows } = await database.query<GrantedRole & { factor: SecondFactor }>(
    `select ${GRANTED}, coalesce((
       select case when s.proved_at is null then 'ENROLLED' else 'PROVED' end
       from app.second_factors f join app.sessions s on s.user_id = f.user_id
       where s.id = $2 and s.user_id = $1 and f.confirmed_at is not null), 'NONE') as factor
     from ${GRANTS} where r.user_id = $1
     order by r.role, c.name, r.course_id limit ${GRANTS_MAX}`,
    [userId, sessionId],
  );
  return { roles: rows.map(({ role, course }) => ({ role, course })), secondFactor: rows[0]?.factor ?? 'NONE' };
}

/** Whether these roles include that of the course's committee. */
export function isCommitteeOf(roles: readonly GrantedRole[], courseId: string): boolean {
  return roles.some(({ role, course }) => role === 'COMMITTEE' && course?.id === courseId);
}

/** Grants a role; false if the golfer already has it. */
export async function grantRole(database: Queries, { userId, role, courseId }: RoleOf, by: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `insert into app.user_roles (user_id, role, course_id, granted_by) values ($1, $2, $3, $4)
     on conflict (user_id, role, course_id) do nothing`,
    [userId, role, courseId, by],
  );
  return rowCount === 1;
}

/** Revokes a role; false if the golfer does not have it. */
export async function revokeRole(database: Queries, { userId, role, courseId }: RoleOf, by: string): Promise<boolean> {
  // The history trigger reads the setting, which is local to the transaction of this statement.
  const { rowCount } = await database.query(
    `with operator as materialized (select set_config('fairmark.operator', $4, true))
     delete from app.user_roles using operator
     where user_id = $1 and role = $2 and course_id is not distinct from $3`,
    [userId, role, courseId, by],
  );
  return rowCount === 1;
}

/** Role changes, latest first; at most `limit`. */
export async function listRoleChanges(database: Queries, limit: number): Promise<RoleChange[]> {
  const { rows } = await database.query<RoleChange>(
    `select ${isoTime('r.changed_at')} as "changedAt", r.change, r.user_id as "userId", u.full_name as "fullName", r.role,
       r.course_id as "courseId", c.name as "courseName", r.changed_by as "changedBy"
     from app.role_changes r left join app.users u on u.id = r.user_id and u.deletion_requested_at is null
       left join app.courses c on c.id = r.course_id
     order by r.changed_at desc, r.id limit $1`,
    [limit],
  );
  return rows;
}

/** All granted roles, sorted by the golfers' names. */
export async function listRoles(database: Queries): Promise<Grant[]> {
  const { rows } = await database.query<Grant>(
    `select ${GRANTED}, r.user_id as "userId", u.full_name as "fullName", u.email,
       ${isoTime('r.granted_at')} as "grantedAt", r.granted_by as "grantedBy" from ${GRANTS}
     order by u.full_name, u.email, r.role, c.name, r.course_id limit ${GRANTS_MAX}`,
  );
  return rows;
}
