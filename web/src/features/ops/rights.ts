import type { GrantedRole } from '@fairmark/contract';

type Roles = readonly GrantedRole[];

/** Whether the tables and their parked events may be looked at. */
export const mayWatch = (roles: Roles): boolean => roles.some(({ role }) => role === 'AUDITOR' || role === 'SUPPORT');

/** Whether tables may be rebuilt. */
export const mayRebuild = (roles: Roles): boolean => roles.some(({ role }) => role === 'SUPPORT');

/** Whether rounds may be looked into: any for an auditor, those of the course for a committee. */
export const mayReplay = (roles: Roles): boolean => roles.some(({ role }) => role !== 'SUPPORT');

/** The courses whose committee it is. */
export function committeeCourses(roles: Roles): { id: string; name: string }[] {
  return roles.flatMap(({ course }) => course ?? []);
}

/** Whether rounds of every course may be looked into. */
export const isAuditor = (roles: Roles): boolean => roles.some(({ role }) => role === 'AUDITOR');

const WORDS = { AUDITOR: 'Auditor', SUPPORT: 'Support', COMMITTEE: 'Committee' } as const;

/** "Auditor", "Committee, Harrow Point". */
export function roleWords({ role, course }: GrantedRole): string {
  return course === null ? WORDS[role] : `${WORDS[role]}, ${course.name}`;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match that a text names: its id, its stream, or the link of its scorecard or of one of its holes. Null: none. */
export const matchIdOf = (text: string): string | null => UUID.exec(text)?.[0].toLowerCase() ?? null;
