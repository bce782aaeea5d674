import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import type { ApiError } from '../api/call/errors.js';

/** The stored state of scores on their way to the server. An entry without strokes and No Score clears its hole. */

/** One golfer's entry for one hole of a card. */
export interface ScorePlace extends Pick<ScoreEntry, 'matchId' | 'userId' | 'holeNumber'> {
  /** The golfer who entered it, in whose session alone it is sent. */
  by: string;
}

/** The content of a request; a retry has the same content and key. */
export interface SentScore extends CardEntry {
  key: string;
  /** Id of the entry that it replaces; null: none. */
  replaces: string | null;
  /** ISO 8601 in UTC, from this phone's clock. */
  enteredAt: string;
}

/** Why the server refused a score. */
export interface Refusal {
  code: ApiError['code'];
  message: string;
  /** SCORE_CHANGED: the server's current entry; null: none. */
  current?: ScoreEntry | null;
}

/** A score that the server has not confirmed, or that it refused and the golfer has not resolved. */
export interface WaitingScore extends ScorePlace, SentScore {
  tries: number;
  state: 'waiting' | 'refused';
  refusal?: Refusal;
  /** The request whose outcome is unknown: this score or an earlier one of the same hole; null: none. */
  sent: SentScore | null;
}

/** The server's last confirmation for a hole, shown until the match is read at its revision or later. */
export interface ConfirmedScore extends ScorePlace {
  /** Keys under which this phone sent the confirmed scores, newest last. */
  keys: readonly string[];
  /** Null: the hole was cleared. */
  entry: ScoreEntry | null;
  /** The match's revision right after it was recorded. */
  revision: string;
  /** The log that recorded it: a log restored from an older backup does not have the score. */
  log: string;
}

/** A revision of a match, with its log. */
export type MatchPlace = Pick<ConfirmedScore, 'revision' | 'log'>;

/** All of the phone's unsettled scores. Immutable. */
export interface Box {
  waiting: readonly WaitingScore[];
  confirmed: readonly ConfirmedScore[];
}

/** Key and time of a new entry. */
export type Stamp = Pick<SentScore, 'key' | 'enteredAt'>;

/** A golfer's input. `replaces`: id of the entry that the page shows (useLiveMatch); null: none. */
export type EnteredScore = ScorePlace & CardEntry & { replaces: string | null };

export const EMPTY_BOX: Box = { waiting: [], confirmed: [] };
const VERSION = 1;

/** Whether two entries have the same value. */
export function sameValue(one: CardEntry, other: CardEntry): boolean {
  return one.strokes === other.strokes && one.noScore === other.noScore;
}

/** An entry's value; no entry equals a cleared one. */
export function valueOf(entry: CardEntry | null): CardEntry {
  return entry === null ? { strokes: null, noScore: false } : { strokes: entry.strokes, noScore: entry.noScore };
}

/** Whether both are entries of the same golfer for the same hole and card. */
export function samePlace(one: ScorePlace, other: ScorePlace): boolean {
  return (['holeNumber', 'userId', 'matchId', 'by'] as const).every((part) => one[part] === other[part]);
}

/** Whether one revision is later than another. Revisions of different logs are never newer. */
export function isNewer(one: MatchPlace, than: MatchPlace): boolean {
  return one.log === than.log && BigInt(one.revision) > BigInt(than.revision);
}

/** The holes of a card whose entry is still to be sent; in place of a refused one the card shows the server's. */
export function unsentHoles(userId: string, waiting: readonly WaitingScore[]): ReadonlySet<number> {
  const unsent = waiting.filter((score) => score.userId === userId && score.state === 'waiting');
  return new Set(unsent.map(({ holeNumber }) => holeNumber));
}

interface StoredBox extends Box {
  version: number;
  /** Keys of settled scores (sent, replaced or dropped), newest last. Any other missing score was lost. */
  settled: readonly string[];
}

/** Serialises the box for storage; null: nothing to store. */
export function writeBox({ waiting, confirmed }: Box, settled: readonly string[] = []): string | null {
  if (waiting.length === 0 && confirmed.length === 0 && settled.length === 0) return null;
  return JSON.stringify({ version: VERSION, waiting, confirmed, settled } satisfies StoredBox);
}

/** Parses a stored box, which only this client writes, and always whole. What it cannot read counts as empty. */
export function readBox(text: string | null): { box: Box; settled: readonly string[] } {
  try {
    const { version, waiting = [], confirmed = [], settled = [] } = JSON.parse(text ?? '{}') as Partial<StoredBox>;
    if (version === VERSION) return { box: { waiting, confirmed }, settled };
  } catch {
    // Not this client's.
  }
  return { box: EMPTY_BOX, settled: [] };
}
