import { LIMITS } from '@fairmark/contract';
import type { EventMailKind } from '@fairmark/server';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface MailTimes {
  /** From the reading of the event to the first look at whether the mail is to go. */
  delayMs: number;
  /** From the event on it can be of use; an older event causes no mail. */
  lifeMs: number;
}

/**
 * When mails that events cause go out. An invitation waits a minute: whoever stands beside the host and answers at once needs
 * none. A reminder comes when a round has been quiet for two hours. A result waits until the tables hold the last round.
 */
export const MAIL_TIMES: Readonly<Record<EventMailKind, MailTimes>> = {
  INVITATION: { delayMs: MINUTE_MS, lifeMs: LIMITS.lobbyLifetimeMs },
  SIGNATURE: { delayMs: 120 * MINUTE_MS, lifeMs: 2 * DAY_MS },
  COMPETITION_FINISHED: { delayMs: MINUTE_MS, lifeMs: 7 * DAY_MS },
};

/** A mail that has to wait is looked at again after this at the earliest. */
export const LOOK_AGAIN_MS = MINUTE_MS;

/** Invitations mailed to one golfer within a day; more are seen in the app alone. */
export const INVITATIONS_A_DAY = 10;
