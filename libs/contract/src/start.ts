/** The start of a round: what the host sends, and what it settles for all its cards. */

/** `POST /api/match/start`, for the host. */
export interface StartCall {
  matchId: string;
  /** The host's own settings, saved with the start. */
  userSettings?: { handicap?: number | null };
}

/** What is recorded of a round's start, beside its players. */
export interface RoundStart {
  /** ISO 8601, UTC. */
  startedAt: string;
  /** The course's own date when it started, YYYY-MM-DD. */
  day: string;
}

/** The same of a match that may still be a lobby: all null before the start. */
export type RoundStartOrNone = { [K in keyof RoundStart]: RoundStart[K] | null };

export const NOT_STARTED: Record<keyof RoundStart, null> = { startedAt: null, day: null };
