import { LIMITS } from './limits.js';

const LETTER = String.raw`\p{L}\p{M}\p{N}`;
const BEFORE_AT = `[${LETTER}!#$%&'*+/=?^_\`{|}~-]+`;
const BETWEEN_DOTS = `[${LETTER}](?:[${LETTER}-]{0,61}[${LETTER}])?`;
const LAST_PART = String.raw`(?:[\p{L}\p{M}]{2,63}|xn--[a-z0-9-]{2,59})`;
const EMAIL = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${BEFORE_AT}(?:\.${BEFORE_AT})*@(?:${BETWEEN_DOTS}\.)+${LAST_PART}$`,
  'iu',
);

/** Whether a value is an email address that an account may have. */
export function isEmailAddress(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LIMITS.emailMax && EMAIL.test(value);
}
