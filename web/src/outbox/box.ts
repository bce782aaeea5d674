import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';

/** What the phone keeps of scores on their way to the server. An entry without strokes and No Score clears its hole. */

/** One hole of one card, as one golfer enters it. */
export interface ScorePlace {
  matchId: string;
  userId: string;
  holeNumber: number;
  /** Who enters it: the only golfer in whose name it is sent. */
  by: string;
}

/** What one request says; sent again it says the same, under the same key. */
export interface SentScore extends CardEntry {
  /** Idempotency-Key, a UUID. */
  key: string;
  /** The entry that it takes the place of; null: none. */
  replaces: string | null;
  /** ISO 8601 in UTC, by this phone's clock. */
  enteredAt: string;
}

/** Why the server would not have a score. */
export interface Refusal {
  code: string;
  message: string;
  /** SCORE_CHANGED: what stands on the server now; null: nothing. */
  current?: ScoreEntry | null;
}

/** A score that the server has not confirmed, or one that it refused and that the golfer has not dealt with. */
export interface WaitingScore extends ScorePlace, SentScore {
  /** Tries that got no answer. */
  tries: number;
  state: 'waiting' | 'refused';
  refusal?: Refusal;
  /** The request whose outcome is not known: this score, or an earlier one of the same hole. Null: nothing under way. */
  sent: SentScore | null;
}

/** The server's last confirmation for a hole. Shown until an answer of the match is as new. */
export interface ConfirmedScore extends ScorePlace {
  /** Keys under which this phone sent what is confirmed, newest last. */
  keys: readonly string[];
  /** Null: the hole was cleared. */
  entry: ScoreEntry | null;
  /** Of the match, right after it was recorded. */
  revision: string;
  /** The log that it was recorded in: an older copy of it, restored, does not hold the score. */
  log: string;
}

/** Where a match stands: its revision in its log. */
export type MatchPlace = Pick<ConfirmedScore, 'revision' | 'log'>;

/** Everything the phone keeps of its scores on the way. Never changed in place. */
export interface Box {
  waiting: readonly WaitingScore[];
  confirmed: readonly ConfirmedScore[];
}

/** When and under which key something new is entered. */
export interface Stamp {
  key: string;
  enteredAt: string;
}

/** A golfer's tap. `replaces`: the id of the entry that the page shows (useLiveMatch), null for none. */
export type EnteredScore = ScorePlace & CardEntry & { replaces: string | null };

/** Nothing on the way. */
export const EMPTY_BOX: Box = { waiting: [], confirmed: [] };

/** Whether two values say the same. */
export function sameValue(one: CardEntry, other: CardEntry): boolean {
  return one.strokes === other.strokes && one.noScore === other.noScore;
}

/** What an entry says; none says the same as a cleared one. */
export function valueOf(entry: CardEntry | null): CardEntry {
  return entry === null ? { strokes: null, noScore: false } : { strokes: entry.strokes, noScore: entry.noScore };
}

/** Whether both are the same golfer's entries for the same hole of the same card. */
export function samePlace(one: ScorePlace, other: ScorePlace): boolean {
  return (
    one.holeNumber === other.holeNumber &&
    one.userId === other.userId &&
    one.matchId === other.matchId &&
    one.by === other.by
  );
}

/** Whether one place of a match is later than another. Nothing of one log is newer than what another one says. */
export function isNewer(one: MatchPlace, than: MatchPlace): boolean {
  return one.log === than.log && BigInt(one.revision) > BigInt(than.revision);
}
