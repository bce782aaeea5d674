import type { MatchAnswer } from '@fairmark/contract';
import { askAgain } from './ask-again.js';
import { queryClient } from './query-client.js';

/** How far a match is known to be. */
export interface MatchPlace {
  revision: string;
  /** Missing where the server does not say it. */
  log?: string;
}

/** The furthest that was said of each match; of another log it is what was said last. */
const heard = new Map<string, MatchPlace>();
/** What was known of each match when the question that is under way was asked: its answer is as new at least. */
const asked = new Map<string, { knowing: MatchPlace | undefined }>();

/** Whether what stands at `one` holds what stands at `other`. Revisions of two logs can't be compared. */
export function isAsNew(one: MatchPlace, other: MatchPlace): boolean {
  const sameLog = one.log === undefined || other.log === undefined || one.log === other.log;
  return sameLog && BigInt(one.revision) >= BigInt(other.revision);
}

/** A command's answer or a hint says where a match is: it is asked for again, unless that is known or on its way. */
export function noteRevision(matchId: string, place: MatchPlace): void {
  const before = heard.get(matchId);
  // Who does not say in which log it is speaks of the one that is known.
  const log = place.log ?? queryClient.getQueryData<MatchAnswer>(['match', matchId])?.log ?? before?.log;
  if (before === undefined || !isAsNew(before, place)) heard.set(matchId, { ...place, log });
  if (isKnown(matchId, place)) return;
  const coming = asked.get(matchId)?.knowing;
  if (coming !== undefined && isAsNew(coming, place)) return;
  void askAgain(['match', matchId], () => !isKnown(matchId, heard.get(matchId) ?? place));
}

function isKnown(matchId: string, place: MatchPlace): boolean {
  const known = queryClient.getQueryData<MatchAnswer>(['match', matchId]);
  return known !== undefined && isAsNew(known, place);
}

/** Asks for a match and remembers, as long as the question is under way, what was known before. */
export async function askForMatch<Answer>(matchId: string, ask: () => Promise<Answer>): Promise<Answer> {
  const question = { knowing: heard.get(matchId) };
  asked.set(matchId, question);
  try {
    return await ask();
  } finally {
    // One that was called off ends after the next one has begun.
    if (asked.get(matchId) === question) asked.delete(matchId);
  }
}
