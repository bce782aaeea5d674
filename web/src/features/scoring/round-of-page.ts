/** What a hole page knows of matches when it opens. */
interface KnownMatches {
  /** Named in the address. */
  named: string | null;
  /** Remembered by this phone. */
  mine: string | null;
  /** In progress, says the server; null: none, or not asked, or not answered yet. */
  running: string | null;
}

/** Which match a hole page is about. */
export interface PageMatch {
  matchId: string | null;
  /**
   * The round that is being played. False: a card that is only looked at or mended, opened from its scorecard; this
   * phone's memory is left alone.
   */
  inPlay: boolean;
}

/** The match that the address names, else the one that this phone remembers, else the one in progress. */
export function matchOfPage({ named, mine, running }: KnownMatches): PageMatch {
  const matchId = named ?? mine ?? running;
  return { matchId, inPlay: matchId !== null && (matchId === mine || matchId === running) };
}

/** Whether the server is asked what is in progress: it may be a match that was begun on another phone. */
export function asksForRunning({ named, mine }: Omit<KnownMatches, 'running'>): boolean {
  return mine === null || (named !== null && named !== mine);
}
