import type { MatchAnswer } from '@fairmark/contract';
import { askAgain, queryClient } from './query-client.js';

/** A revision of a match's stream. */
export interface MatchPlace {
  revision: string;
  /** Id of the log; missing if the server did not send it. */
  log?: string;
}

/** Refetches the match unless a revision from an answer or hint is known, or known after the fetch in flight. */
export function noteRevision(matchId: string, place: MatchPlace): void {
  if (!isKnown(matchId, place)) void askAgain(['match', matchId], () => !isKnown(matchId, place));
}

/** Revisions of different logs can't be compared. */
function isKnown(matchId: string, { revision, log }: MatchPlace): boolean {
  const known = queryClient.getQueryData<MatchAnswer>(['match', matchId]);
  if (known === undefined || (log !== undefined && log !== known.log)) return false;
  return BigInt(known.revision) >= BigInt(revision);
}
