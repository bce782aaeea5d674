import type { MatchAnswer } from '@fairmark/contract';
import { askAgain } from './ask-again.js';
import { queryClient } from './query-client.js';

/** A revision of a match's stream. */
export interface MatchPlace {
  revision: string;
  /** Id of the log; missing if the server did not send it. */
  log?: string;
}

/** The highest revision announced for each match, or the last one if the log has changed. */
const announced = new Map<string, MatchPlace>();
/** The revision known when a match's fetch in flight began: its answer is at least as new. */
const fetching = new Map<string, { knowing: MatchPlace | undefined }>();

/** Whether `one` is at least as new as `other`. Revisions of different logs can't be compared. */
export function isAsNew(one: MatchPlace, other: MatchPlace): boolean {
  const sameLog = one.log === undefined || other.log === undefined || one.log === other.log;
  return sameLog && BigInt(one.revision) >= BigInt(other.revision);
}

/** Notes a revision from an answer or hint, and refetches the match unless that revision is known or being fetched. */
export function noteRevision(matchId: string, place: MatchPlace): void {
  const before = announced.get(matchId);
  // Without a log id, assume the log that is known.
  const log = place.log ?? queryClient.getQueryData<MatchAnswer>(['match', matchId])?.log ?? before?.log;
  if (before === undefined || !isAsNew(before, place)) announced.set(matchId, { ...place, log });
  if (isKnown(matchId, place)) return;
  const inFlight = fetching.get(matchId)?.knowing;
  if (inFlight !== undefined && isAsNew(inFlight, place)) return;
  void askAgain(['match', matchId], () => !isKnown(matchId, announced.get(matchId) ?? place));
}

function isKnown(matchId: string, place: MatchPlace): boolean {
  const known = queryClient.getQueryData<MatchAnswer>(['match', matchId]);
  return known !== undefined && isAsNew(known, place);
}

/** Fetches a match, noting the revision known at the start for as long as the fetch is in flight. */
export async function askForMatch<Answer>(matchId: string, ask: () => Promise<Answer>): Promise<Answer> {
  const started = { knowing: announced.get(matchId) };
  fetching.set(matchId, started);
  try {
    return await ask();
  } finally {
    // A cancelled fetch ends after the next one has begun.
    if (fetching.get(matchId) === started) fetching.delete(matchId);
  }
}
