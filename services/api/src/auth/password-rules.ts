import { MESSAGES } from '@fairmark/contract';

/** The passwords of eight characters and more that are tried before all others. None stands for anything but itself. */
const WORST = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '0123456789',
  '87654321',
  '987654321',
  '0987654321',
  '12341234',
  '123123123',
  '11223344',
  'abcdefgh',
  'abcd1234',
  'qwertyui',
  'qwertyuiop',
  'asdfghjk',
  'asdfghjkl',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'password',
  'iloveyou',
]);

/**
 * What is wrong with a password that is long enough, as a form says it; null for every other. Eight characters are all that
 * is asked of a golfer, so only what protects nothing is refused: a few passwords that everybody tries first, one character
 * repeated, and the account's own email, all in any case of letters.
 */
export function weaknessOf(password: string, email: string): string | null {
  const lower = password.toLowerCase();
  if (WORST.has(lower) || new Set(lower).size === 1) return MESSAGES.passwordCommon;
  return lower === email.toLowerCase() ? MESSAGES.passwordPersonal : null;
}
