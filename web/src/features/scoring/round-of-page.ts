/** The matches that a hole page knows of when it opens. */
interface KnownMatches {
  /** The match in the URL. */
  named: string | null;
  /** The match stored on this phone. */
  mine: string | null;
  /** The match in progress by the server; null: none, or not known. */
  running: string | null;
}

/** The match of a hole page. */
export interface PageMatch {
  matchId: string | null;
  /** Whether it is the round in play; if not, a card is viewed or changed from its scorecard, and nothing is stored. */
  inPlay: boolean;
}

/** The match in the URL, else the one stored on this phone, else the one in progress. */
export function matchOfPage({ named, mine, running }: KnownMatches): PageMatch {
  const matchId = named ?? mine ?? running;
  return { matchId, inPlay: matchId !== null && (matchId === mine || matchId === running) };
}

/** Whether to ask the server for the match in progress, which may have been started on another phone. */
export function asksForRunning({ named, mine }: Omit<KnownMatches, 'running'>): boolean {
  return mine === null || (named !== null && named !== mine);
}
