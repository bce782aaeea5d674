import type { GrantedRole } from '@fairmark/contract';

/** The courses of a golfer's committee roles. */
export function committeeCourses(roles: readonly GrantedRole[]): { id: string; name: string }[] {
  return roles.flatMap(({ course }) => course ?? []);
}

const WORDS = { AUDITOR: 'Auditor', SUPPORT: 'Support', COMMITTEE: 'Committee' } as const;

/** "Auditor", "Committee, Harrow Point". */
export function roleWords({ role, course }: GrantedRole): string {
  return course === null ? WORDS[role] : `${WORDS[role]}, ${course.name}`;
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match id in a text: an id, a stream name, or a link to a scorecard or hole; null: none. */
export const matchIdOf = (text: string): string | null => UUID.exec(text)?.[0].toLowerCase() ?? null;
