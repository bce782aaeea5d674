import {
  isNewer,
  samePlace,
  sameValue,
  valueOf,
  type Box,
  type ConfirmedScore,
  type EnteredScore,
  type MatchPlace,
  type Refusal,
  type ScorePlace,
  type Stamp,
  type WaitingScore,
} from './box.js';

export type { WaitingScore } from './box.js';

/**
 * Scores on their way to the server, as plain rules. Each hole of a card has at most one waiting score: the last one
 * entered. A score that was sent is remembered until the server's answer is known, because it may have been recorded:
 * the same one is sent again with the same key first, and only then the newer one, which replaces it. So a golfer is
 * never in conflict with herself, and every score arrives once (docs/product.md, Scoring 13).
 */

/** Several waiting scores of one hole have one shown name: the newest. Earlier ones can still be on the page for a moment. */
const KEYS_KEPT = 4;
/** More than the holes of any round, so that a match which is never opened again leaves no heap. */
const CONFIRMED_KEPT = 160;

/** The box after a golfer entered a score: it takes the place of one of the same hole that still waits. */
export function record(box: Box, score: EnteredScore, stamp: Stamp): Box {
  const before = box.waiting.find((other) => samePlace(other, score));
  if (before?.state !== 'waiting') {
    const fresh = {
      ...score,
      ...stamp,
      replaces: standing(box, score),
      tries: 0,
      state: 'waiting',
      sent: null,
    } as const;
    return { ...box, waiting: [...box.waiting.filter((other) => other !== before), fresh] };
  }
  if (sameValue(before, score)) return box;
  const { strokes, noScore } = score;
  return put(box, { ...before, ...stamp, strokes, noScore });
}

/** What to send next in a golfer's name, null for nothing: what was tried least, of those what was entered first. */
export function nextToSend(box: Box, by: string): WaitingScore | null {
  return box.waiting.reduce<WaitingScore | null>((next, score) => {
    if (score.by !== by || score.state !== 'waiting') return next;
    return next === null || score.tries < next.tries ? score : next;
  }, null);
}

/**
 * The box when a score's request (`sent`) is about to leave: an earlier one of the hole whose outcome is unknown, else the
 * score itself. Kept before it leaves: a reload must know of it.
 */
export function leaving(box: Box, score: WaitingScore): Box {
  if (score.sent !== null) return box;
  const { key, replaces, enteredAt, strokes, noScore } = score;
  return put(box, { ...score, sent: { key, replaces, enteredAt, strokes, noScore } });
}

/** The box after the server confirmed a request. A newer score of that hole stays, and replaces what was confirmed. */
export function confirm(
  box: Box,
  key: string,
  { entry, revision, log }: Pick<ConfirmedScore, 'entry' | 'revision' | 'log'>,
): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  if (score === undefined) return box;
  const { matchId, userId, holeNumber, by } = score;
  const earlier = confirmedAt(box, score)?.keys ?? [];
  const keys = [...earlier, key].slice(-KEYS_KEPT);
  const others = box.confirmed.filter((other) => !samePlace(other, score));
  const confirmed = [...others, { matchId, userId, holeNumber, by, keys, entry, revision, log }].slice(-CONFIRMED_KEPT);
  if (score.key === key) return { waiting: box.waiting.filter((other) => other !== score), confirmed };
  return put({ ...box, confirmed }, { ...score, replaces: entry?.id ?? null, sent: null });
}

/**
 * The box after the server refused a request for good. If that was an earlier score of the hole and another phone changed the
 * hole, the newer one was entered without knowing of it: it is refused too, unless it says the same.
 */
export function refuse(box: Box, key: string, refusal: Refusal): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  if (score === undefined) return box;
  const { current = null } = refusal;
  const changed = refusal.code === 'SCORE_CHANGED';
  if (score.key !== key && !changed) return put(box, { ...score, sent: null });
  if (score.key !== key && sameValue(valueOf(current), score)) {
    return put(box, { ...score, sent: null, replaces: current?.id ?? null });
  }
  return put(box, { ...score, sent: null, state: 'refused', refusal });
}

/** The box after a request got no answer: its outcome stays unknown. */
export function unanswered(box: Box, key: string): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  return score === undefined ? box : put(box, { ...score, tries: score.tries + 1 });
}

/** The box without a refused score: what stands on the server is right. */
export function discard(box: Box, key: string): Box {
  return { ...box, waiting: box.waiting.filter((score) => score.key !== key || score.state !== 'refused') };
}

/** The box after the golfer kept a refused score: it is sent anew, over the entry that she was shown. */
export function keep(box: Box, key: string, stamp: Stamp): Box {
  const score = box.waiting.find((other) => other.key === key && other.state === 'refused');
  if (score === undefined) return box;
  const { refusal, ...rest } = score;
  const replaces = refusal?.code === 'SCORE_CHANGED' ? (refusal.current?.id ?? null) : score.replaces;
  return put(box, { ...rest, ...stamp, replaces, state: 'waiting', tries: 0, sent: null });
}

/** The box once an answer of a match is there: confirmations that it holds need not be kept, those of another log are void. */
export function seen(box: Box, matchId: string, answer: MatchPlace): Box {
  const confirmed = box.confirmed.filter((score) => score.matchId !== matchId || isNewer(score, answer));
  return confirmed.length === box.confirmed.length ? box : { ...box, confirmed };
}

/**
 * What is stored, put right with what this page knows. Two tabs may write at the same moment, and then one of them writes over
 * what the other has just kept; or the storage was cleared. A waiting score that is gone though it was never settled is put
 * back: sent twice under its key it arrives once. One that was settled already is not sent again.
 *
 * @param settled keys of scores that were sent, replaced or dropped, by any tab
 */
export function rejoin(mine: Box, stored: Box, settled: ReadonlySet<string>): Box {
  const open = stored.waiting.filter(({ key }) => !settled.has(key));
  const lost = mine.waiting.filter((score) => isLost(score, stored, open, settled));
  const unseen = mine.confirmed.filter((score) => confirmedAt(stored, score) === undefined);
  const confirmed = [...stored.confirmed, ...unseen].slice(-CONFIRMED_KEPT);
  if (lost.length === 0 && open.length === stored.waiting.length) return { ...stored, confirmed };
  const back = lost.map((score) => ({
    ...score,
    // The other tab may have begun to send what this score takes the place of.
    sent: score.sent ?? stored.waiting.find((other) => samePlace(other, score))?.sent ?? null,
  }));
  const kept = open.filter((score) => !back.some((other) => samePlace(other, score)));
  return { waiting: [...kept, ...back], confirmed };
}

function isLost(
  score: WaitingScore,
  { confirmed }: Box,
  open: readonly WaitingScore[],
  settled: ReadonlySet<string>,
): boolean {
  const { key, state, enteredAt } = score;
  if (state !== 'waiting' || settled.has(key) || confirmed.some(({ keys }) => keys.includes(key))) return false;
  if (open.some((other) => other.key === key)) return false;
  const other = open.find((stored) => samePlace(stored, score));
  return other === undefined || other.enteredAt < enteredAt;
}

/** The entry that a tap means: the page may still name a score of this phone by its key, which was confirmed just now. */
function standing(box: Box, score: EnteredScore): string | null {
  const { replaces } = score;
  const confirmed = confirmedAt(box, score);
  if (replaces === null || confirmed === undefined || !confirmed.keys.includes(replaces)) return replaces;
  return confirmed.entry?.id ?? null;
}

function confirmedAt(box: Box, place: ScorePlace): ConfirmedScore | undefined {
  return box.confirmed.find((other) => samePlace(other, place));
}

function put(box: Box, score: WaitingScore): Box {
  return { ...box, waiting: box.waiting.map((other) => (samePlace(other, score) ? score : other)) };
}
