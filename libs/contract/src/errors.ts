import { INVALID_RESET_TOKEN, MISSING_AUTH_TOKEN, UNAUTHORIZED } from './client-words.js';

const IN_PROGRESS = {
  status: 409,
  message:
    'Round is still in progress. Both players must complete the round first before verifying and signing scores.',
} as const;

/** The catalogue of error codes, each with its HTTP status and its text for golfers. */
export const ERRORS = {
  MISSING_AUTH_TOKEN,
  UNAUTHORIZED,
  EMAIL_UNVERIFIED: { status: 403, message: 'Please verify your email' },
  INVALID_CREDENTIALS: { status: 401, message: 'Incorrect email or password' },
  REAUTHENTICATE: { status: 403, message: 'Please enter your password first' },
  WRONG_PASSWORD: { status: 403, message: 'That is not your password' },
  EMAIL_TAKEN: { status: 409, message: 'An account already exists with this email' },
  ACCOUNT_BLOCKED: { status: 403, message: 'This account has been blocked. Please contact support.' },
  INVALID_RESET_TOKEN,
  EMAIL_NOT_FOUND: { status: 404, message: 'This email does not match an account awaiting verification.' },
  INVALID_TOKEN: { status: 400, message: 'Invalid email verification token.' },
  ALREADY_VERIFIED: { status: 409, message: 'Your email has already been verified.' },
  INVALID_INPUT: { status: 400, message: 'Check the details and try again' },
  FORBIDDEN: { status: 403, message: 'You may not do this' },
  NOT_FOUND: { status: 404, message: 'Page not found' },
  COURSE_NOT_FOUND: { status: 404, message: "We can't find your course" },
  USER_NOT_FOUND: { status: 404, message: "Sorry, we couldn't find anyone by that name" },
  MATCH_NOT_FOUND: { status: 404, message: 'This match was not found' },
  INVITE_NOT_FOUND: { status: 404, message: 'This invitation no longer exists' },
  COMPETITION_NOT_FOUND: { status: 404, message: 'No competition found.' },
  COMPETITION_FINISHED: { status: 409, message: 'This competition has finished' },
  NOT_HOST: { status: 403, message: 'Only the host can do this' },
  NOT_MARKER: { status: 403, message: 'Only the player or the marker of this card can do this' },
  NOT_READY: { status: 409, message: 'Not every player is ready' },
  NO_MARKER: { status: 409, message: 'A match round needs a marker for every player' },
  GROUP_FULL: { status: 409, message: 'The player group is full' },
  ALREADY_INVITED: { status: 409, message: 'This player has already been invited or has joined' },
  INVITE_LIMIT: { status: 409, message: 'This player cannot be invited to this match again' },
  MATCH_STARTED: { status: 409, message: 'This match has already started' },
  MATCH_NOT_STARTED: { status: 409, message: 'This match has not started yet' },
  MATCH_ENDED: { status: 409, message: 'This match has ended' },
  ALREADY_IN_MATCH: { status: 409, message: 'You are already in another match' },
  HANDICAP_UNKNOWN: { status: 409, message: 'This tee has no rating for your gender' },
  ROUND_SIGNED: { status: 409, message: 'This card has been signed' },
  CARD_NOT_VERIFIED: { status: 409, message: 'Only a card that both have signed can be corrected' },
  NOT_COMMITTEE: { status: 403, message: 'Only the committee of this course can do this' },
  SECOND_FACTOR_REQUIRED: { status: 403, message: 'Enter a code of your authenticator on Oversight first' },
  WRONG_CODE: { status: 403, message: 'That code is wrong or was used already. Enter the next one.' },
  OWN_CARD: { status: 403, message: "You can't correct your own card" },
  BOARD_LINK_REVOKED: {
    status: 401,
    message: 'This link does not open the board any more. Ask the committee of the course for a new one.',
  },
  BOARD_LINKS_FULL: {
    status: 409,
    message: 'This course has as many board links as it can have. Revoke one first.',
  },
  REBUILD_RUNNING: { status: 409, message: 'These tables are being rebuilt already' },
  ROUND_WITHDRAWN: { status: 409, message: 'This player has withdrawn' },
  SCORE_CHANGED: { status: 409, message: 'This score was changed on another phone' },
  ROUND_NOT_COMPLETE: IN_PROGRESS,
  ROUND_NOT_COMPLETE_BY_MARKER: IN_PROGRESS,
  SCORES_DONT_MATCH: {
    status: 409,
    message: "Your scores don't match. Issues are highlighted. Please fix so both match.",
  },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  DAILY_LIMIT: { status: 429, message: 'You have done this as often as 24 hours allow. Please try again later.' },
  TOO_MANY_CHANGES: { status: 409, message: 'This was changed too often and takes no more changes.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'This request is too large' },
  CONFLICT: { status: 409, message: 'Others are changing this at the same moment. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'The service is not available right now. Please try again.' },
  GENERIC: { status: 500, message: 'Something went wrong. Please try again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The `error` of a refused call. */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown>;
}

/** The body of a refused call; `status` repeats the HTTP status. */
export interface ErrorAnswer {
  status: number;
  error: ErrorBody;
}

/** The body for a code. `details` depend on the code: mismatching holes, invalid fields, the current entry. */
export function errorAnswer(code: ErrorCode, details?: Record<string, unknown>, message?: string): ErrorAnswer {
  const entry = ERRORS[code];
  const body: ErrorBody = { code, message: message ?? entry.message };
  if (details !== undefined) body.details = details;
  return { status: entry.status, error: body };
}
