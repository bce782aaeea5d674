import type { MatchAnswer, Written } from '@fairmark/contract';
import { isRecord } from './errors.js';
import { askAgain, queryClient } from './query-client.js';

/** The highest known log position. Lists are read at it or later, so that they include what was just done. */
let latest: Written | null = null;

/** Notes the log position of an answer or hint, if it has one. */
export function noteWritten(answer: unknown): void {
  const { position, log }: Record<string, unknown> = isRecord(answer) ? answer : {};
  if (typeof position !== 'string' || !/^\d+$/.test(position) || typeof log !== 'string') return;
  if (latest?.log !== log || BigInt(position) > BigInt(latest.position)) latest = { position, log };
}

/** Query parameters for a read that must include everything up to the known position. */
export const minPosition = (): Partial<Written> => ({ ...latest });

/** A revision of a match's stream, as far as the server named it; `log`: the log's id. */
type MatchPlace = Partial<Pick<MatchAnswer, 'revision' | 'log'>>;

/** Refetches the match unless a revision from an answer or hint is known, or known after the fetch in flight. */
export function noteRevision(matchId: string, place: MatchPlace): void {
  if (!isKnown(matchId, place)) void askAgain(['match', matchId], () => !isKnown(matchId, place));
}

/** Revisions of different logs can't be compared. */
function isKnown(matchId: string, { revision, log }: MatchPlace): boolean {
  const known = queryClient.getQueryData<MatchAnswer>(['match', matchId]);
  if (revision === undefined || known === undefined || (log !== undefined && log !== known.log)) return false;
  return BigInt(known.revision) >= BigInt(revision);
}
