import type { MatchAnswer } from '@fairmark/contract';
import { askAgain } from './ask-again.js';
import { queryClient } from './query-client.js';

/** A revision of a match's stream. */
export interface MatchPlace {
  revision: string;
  /** Id of the log; missing if the server did not send it. */
  log?: string;
}

/** Whether `one` is at least as new as `other`. Revisions of different logs can't be compared. */
export function isAsNew(one: MatchPlace, other: MatchPlace): boolean {
  const sameLog = one.log === undefined || other.log === undefined || one.log === other.log;
  return sameLog && BigInt(one.revision) >= BigInt(other.revision);
}

/** Refetches the match unless a revision from an answer or hint is known, or known after the fetch in flight. */
export function noteRevision(matchId: string, place: MatchPlace): void {
  if (!isKnown(matchId, place)) void askAgain(['match', matchId], () => !isKnown(matchId, place));
}

function isKnown(matchId: string, place: MatchPlace): boolean {
  const known = queryClient.getQueryData<MatchAnswer>(['match', matchId]);
  return known !== undefined && isAsNew(known, place);
}
