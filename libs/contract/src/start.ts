/** The start of a round: the host's call, and what is recorded for all cards. */

/** `POST /api/match/start`, for the host. */
export interface StartCall {
  matchId: string;
  /** The host's own settings, saved with the start. */
  userSettings?: { handicap?: number | null };
}

/** What is recorded at a round's start, besides its players. */
export interface RoundStart {
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Course-local date of the start, YYYY-MM-DD. */
  day: string;
}

/** The same for a match that may not have started; all fields are null before the start. */
export type RoundStartOrNone = { [K in keyof RoundStart]: RoundStart[K] | null };

export const NOT_STARTED: Record<keyof RoundStart, null> = { startedAt: null, day: null };
