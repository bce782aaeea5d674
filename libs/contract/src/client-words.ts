/** Texts for errors that the client detects itself. In their own module, so that some pages need not load all texts. */
export const CLIENT_WORDS = {
  noConnection: 'No connection. Check your signal and try again.',
  noAnswer: 'There was no answer. Please try again.',
  loginFailed: 'Failed to login',
  userFailed: 'Failed to fetch user',
  clientFailed: 'Something went wrong. Please try again.',
  /** @param seconds whole, at least 1 */
  tooManyRequests: (seconds: number) =>
    `Too many requests. Please try again in ${seconds < 100 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute')}.`,
} as const;

/** "1 hour", "7 hours". */
export const count = (many: number, of: string): string => `${many} ${of}${many === 1 ? '' : 's'}`;

/** Shown instead of the name of a deleted account. */
export const DELETED_PLAYER = 'Deleted player';

/** Entries of the error catalogue that a client needs before its first request. */
export const MISSING_AUTH_TOKEN = {
  status: 401,
  message: 'To make an authorized request you must be signed in.',
} as const;
export const UNAUTHORIZED = { status: 401, message: 'Your authentication token is invalid' } as const;
export const INVALID_RESET_TOKEN = { status: 400, message: 'Password reset token is not valid.' } as const;
