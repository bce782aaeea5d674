import { DELETED_PLAYER } from './client-words.js';

/** "Alex" for "Alex Tran"; a deleted player's placeholder stays whole. */
export function firstName(fullName: string): string {
  if (fullName === DELETED_PLAYER) return fullName;
  return fullName.trim().split(' ')[0] ?? fullName;
}

/** Whether another one of these names, which include it, has the same first name: then both are called in full. */
export const sharesFirstName = (fullName: string, fullNames: readonly string[]): boolean =>
  fullNames.filter((name) => firstName(name) === firstName(fullName)).length > 1;
