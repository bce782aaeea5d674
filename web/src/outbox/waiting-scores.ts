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

/**
 * The rules for scores on their way to the server, as pure functions. Each hole of a card has at most one waiting
 * score, the last one entered. A score that was sent is kept until its answer is known, because it may have been
 * recorded: it is retried first, with the same key, and only then the newer one is sent, which replaces it. So golfers
 * never conflict with themselves, and every score arrives once (docs/product.md, Scoring 13).
 */

/** How many keys of a hole to keep: the page may still show an earlier one for a moment. */
const KEYS_KEPT = 4;
/** Bounds the confirmations of matches that are never opened again; more than any round has. */
const CONFIRMED_KEPT = 160;

/** Adds an entered score, which replaces a waiting one of the same hole. */
export function record(box: Box, score: EnteredScore, stamp: Stamp): Box {
  const before = box.waiting.find((other) => samePlace(other, score));
  if (before?.state !== 'waiting') {
    const replaces = replacedEntryId(box, score);
    const fresh: WaitingScore = { ...score, ...stamp, replaces, tries: 0, state: 'waiting', sent: null };
    return { ...box, waiting: [...box.waiting.filter((other) => other !== before), fresh] };
  }
  if (sameValue(before, score)) return box;
  const { strokes, noScore } = score;
  return withScore(box, { ...before, ...stamp, strokes, noScore });
}

/** The golfer's next score to send: fewest attempts first, then entered first; null: none. */
export function nextToSend(box: Box, by: string): WaitingScore | null {
  const mine = box.waiting.filter((score) => score.by === by && score.state === 'waiting');
  return mine.sort((one, other) => one.tries - other.tries)[0] ?? null;
}

/** Marks as leaving, before it is sent: the hole's request whose outcome is unknown, or else the score itself. */
export function markSent(box: Box, score: WaitingScore): Box {
  if (score.sent !== null) return box;
  const { key, replaces, enteredAt, strokes, noScore } = score;
  return withScore(box, { ...score, sent: { key, replaces, enteredAt, strokes, noScore } });
}

/** Applies the confirmation of a request. A newer score of the hole stays, and will replace the confirmed one. */
export function confirm(box: Box, key: string, answer: Pick<ConfirmedScore, 'entry' | 'revision' | 'log'>): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  if (score === undefined) return box;
  const { matchId, userId, holeNumber, by } = score;
  const keys = [...(confirmedAt(box, score)?.keys ?? []), key].slice(-KEYS_KEPT);
  const others = box.confirmed.filter((other) => !samePlace(other, score));
  const confirmed = [...others, { matchId, userId, holeNumber, by, keys, ...answer }].slice(-CONFIRMED_KEPT);
  if (score.key === key) return { waiting: box.waiting.filter((other) => other !== score), confirmed };
  return withScore({ ...box, confirmed }, { ...score, replaces: answer.entry?.id ?? null, sent: null });
}

/**
 * Applies a final refusal. If it was an earlier score of the hole and another phone has changed the hole, the newer one
 * was entered without knowing: it is refused too, unless it has the same value.
 */
export function refuse(box: Box, key: string, refusal: Refusal): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  if (score === undefined) return box;
  const { current = null } = refusal;
  const changed = refusal.code === 'SCORE_CHANGED';
  if (score.key !== key && !changed) return withScore(box, { ...score, sent: null });
  if (score.key !== key && sameValue(valueOf(current), score)) {
    return withScore(box, { ...score, sent: null, replaces: current?.id ?? null });
  }
  const after = withScore(box, { ...score, sent: null, state: 'refused', refusal });
  // A card that its player has withdrawn counts nowhere: there is no decision left to make.
  const isOver = refusal.code === 'ROUND_WITHDRAWN' || refusal.code === 'MATCH_ENDED';
  return isOver ? discard(after, key) : after;
}

/** Counts an unanswered attempt; its outcome stays unknown. */
export function unanswered(box: Box, key: string): Box {
  const score = box.waiting.find(({ sent }) => sent?.key === key);
  return score === undefined ? box : withScore(box, { ...score, tries: score.tries + 1 });
}

/** Drops a refused score in favour of the server's entry. */
export function discard(box: Box, key: string): Box {
  return { ...box, waiting: box.waiting.filter((score) => score.key !== key || score.state !== 'refused') };
}

/** Queues a refused score again, replacing the entry that the golfer was shown. */
export function keep(box: Box, key: string, stamp: Stamp): Box {
  const score = box.waiting.find((other) => other.key === key && other.state === 'refused');
  if (score === undefined) return box;
  const { refusal, ...rest } = score;
  const replaces = refusal?.code === 'SCORE_CHANGED' ? (refusal.current?.id ?? null) : score.replaces;
  return withScore(box, { ...rest, ...stamp, replaces, state: 'waiting', tries: 0, sent: null });
}

/** Drops confirmations that an answer of the match includes, and those of another log. */
export function prune(box: Box, matchId: string, answer: MatchPlace): Box {
  const confirmed = box.confirmed.filter((score) => score.matchId !== matchId || isNewer(score, answer));
  return confirmed.length === box.confirmed.length ? box : { ...box, confirmed };
}

/**
 * Reconciles the stored box with this page's. Two tabs may write at the same time and overwrite each other, or storage
 * may have been cleared. A score that is missing but was never settled is restored: sent twice under its key, it is
 * recorded once. A settled one is not sent again.
 *
 * @param settled keys of scores that were sent, replaced or dropped, by any tab
 */
export function reconcile(mine: Box, stored: Box, settled: ReadonlySet<string>): Box {
  const open = stored.waiting.filter(({ key }) => !settled.has(key));
  const isLost = (score: WaitingScore): boolean => {
    const { key, enteredAt } = score;
    if (settled.has(key) || stored.confirmed.some(({ keys }) => keys.includes(key))) return false;
    if (open.some((other) => other.key === key)) return false;
    const other = open.find((one) => samePlace(one, score));
    return other === undefined || other.enteredAt < enteredAt;
  };
  const lost = mine.waiting.filter(isLost);
  const unseen = mine.confirmed.filter((score) => confirmedAt(stored, score) === undefined);
  const confirmed = [...stored.confirmed, ...unseen].slice(-CONFIRMED_KEPT);
  if (lost.length === 0 && open.length === stored.waiting.length) return { ...stored, confirmed };
  const back = lost.map((score) => ({
    ...score,
    // The other tab may have started to send the score that this one replaces.
    sent: score.sent ?? stored.waiting.find((other) => samePlace(other, score))?.sent ?? null,
  }));
  const kept = open.filter((score) => !back.some((other) => samePlace(other, score)));
  return { waiting: [...kept, ...back], confirmed };
}

/** The id of the entry to replace. The page may still name a score of this phone, just confirmed, by its key. */
function replacedEntryId(box: Box, score: EnteredScore): string | null {
  const { replaces } = score;
  const confirmed = confirmedAt(box, score);
  if (replaces === null || confirmed === undefined || !confirmed.keys.includes(replaces)) return replaces;
  return confirmed.entry?.id ?? null;
}

function confirmedAt(box: Box, place: ScorePlace): ConfirmedScore | undefined {
  return box.confirmed.find((other) => samePlace(other, place));
}

function withScore(box: Box, score: WaitingScore): Box {
  return { ...box, waiting: box.waiting.map((other) => (samePlace(other, score) ? score : other)) };
}
