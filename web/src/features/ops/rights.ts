import type { GrantedRole } from '@fairmark/contract';

type Roles = readonly GrantedRole[];

/** Whether projections and parked events may be viewed. */
export const mayWatch = (roles: Roles): boolean => roles.some(({ role }) => role === 'AUDITOR' || role === 'SUPPORT');

/** Whether tables may be rebuilt. */
export const mayRebuild = (roles: Roles): boolean => roles.some(({ role }) => role === 'SUPPORT');

/** Whether rounds may be viewed: any for an auditor, those of its course for a committee. */
export const mayReplay = (roles: Roles): boolean => roles.some(({ role }) => role !== 'SUPPORT');

/** The courses of a golfer's committee roles. */
export function committeeCourses(roles: Roles): { id: string; name: string }[] {
  return roles.flatMap(({ course }) => course ?? []);
}

/** Whether rounds of every course may be viewed. */
export const isAuditor = (roles: Roles): boolean => roles.some(({ role }) => role === 'AUDITOR');

const WORDS = { AUDITOR: 'Auditor', SUPPORT: 'Support', COMMITTEE: 'Committee' } as const;

/** "Auditor", "Committee, Harrow Point". */
export function roleWords({ role, course }: GrantedRole): string {
  return course === null ? WORDS[role] : `${WORDS[role]}, ${course.name}`;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match id in a text: an id, a stream name, or a link to a scorecard or hole; null: none. */
export const matchIdOf = (text: string): string | null => UUID.exec(text)?.[0].toLowerCase() ?? null;
