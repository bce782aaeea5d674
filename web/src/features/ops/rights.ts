import type { GrantedRole } from '@fairmark/contract';

type Roles = readonly GrantedRole[];

/** Whether the tables and their parked events may be looked at. */
export function mayWatch(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'AUDITOR' || role === 'SUPPORT');
}

/** Whether tables may be rebuilt. */
export function mayRebuild(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'SUPPORT');
}

/** Whether rounds may be looked into: any for an auditor, those of the course for a committee. */
export function mayReplay(roles: Roles): boolean {
  return roles.some(({ role }) => role !== 'SUPPORT');
}

/** The courses whose committee it is. */
export function committeeCourses(roles: Roles): { id: string; name: string }[] {
  return roles.flatMap(({ course }) => course ?? []);
}

/** Whether rounds of every course may be looked into. */
export function isAuditor(roles: Roles): boolean {
  return roles.some(({ role }) => role === 'AUDITOR');
}

const WORDS = { AUDITOR: 'Auditor', SUPPORT: 'Support', COMMITTEE: 'Committee' } as const;

/** "Auditor", "Committee, Harrow Point". */
export function roleWords({ role, course }: GrantedRole): string {
  return course === null ? WORDS[role] : `${WORDS[role]}, ${course.name}`;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match that a text names: its id, its stream, or the link of its scorecard or of one of its holes. Null: none. */
export function matchIdOf(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null;
}
