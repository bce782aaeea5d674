import { DELETED_PLAYER } from './client-words.js';

/** "Alex" for "Alex Tran"; a deleted player's placeholder stays whole. */
export function firstName(fullName: string): string {
  if (fullName === DELETED_PLAYER) return fullName;
  return fullName.trim().split(' ')[0] ?? fullName;
}

/** Whether one of the others has the same first name, so that both are called by their full names. */
export const sharesFirstName = (fullName: string, others: Iterable<string>): boolean =>
  [...others].some((other) => other !== fullName && firstName(other) === firstName(fullName));
