import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { newId } from '../api/call/ids.js';
import { onSession, session } from '../api/call/session.js';
import { onStoredChange, readStored, writeStored } from '../api/call/stored.js';
import { afterPaint } from '../ui/after-paint.js';
import {
  EMPTY_BOX,
  readBox,
  sameValue,
  valueOf,
  writeBox,
  type Box,
  type ScorePlace,
  type Stamp,
  type WaitingScore,
} from './box.js';
import { record, reconcile } from './waiting-scores.js';

/** More keys than another tab can settle unnoticed while both are in use. */
const SETTLED_KEPT = 80;
const BUZZ_MS = 10;

interface Outbox {
  box: Box;
  /** Whether the last change could not be stored: the scores live as long as this page. */
  unsaved: boolean;
}

let state: Outbox = { box: EMPTY_BOX, unsaved: false };
let text: string | null = null;
let settled: readonly string[] = [];
const listeners = new Set<() => void>();

reload();
onStoredChange('outbox', () => {
  if (reload()) notify();
});
onSession(() => changeOutbox((box) => box));

/** The unsettled scores, including those of other tabs. */
export function outbox(): Outbox {
  return state;
}

/** Calls `listener` on every change. Returns a function that unsubscribes. */
export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** As `onOutbox`, after the next frame: a tap paints its own number first. */
export function onOutboxPainted(listener: () => void): () => void {
  return onOutbox(() => afterPaint(listener));
}

/** Applies a change, which is stored before this returns. `stamp`: for an entry that it makes. */
export function changeOutbox(change: (box: Box, stamp: Stamp) => Box): void {
  // Another tab may have written; its storage event may arrive after this call.
  const reloaded = reload();
  const before = state.box;
  const box = withoutNames(change(before, { key: newId(), enteredAt: new Date().toISOString() }));
  if (box !== before || state.unsaved) store(box);
  else if (!reloaded) return;
  notify();
}

/**
 * Handles a golfer's entry on a page: stores it, to be sent as soon as possible, and vibrates. Never waits; works
 * without storage. A value equal to the shown entry is stored only if a score of the hole is waiting or refused, which
 * it replaces. Returns whether it was stored.
 *
 * @param value null clears the hole
 * @param shown the entry that the page shows on this side of the hole (useLiveMatch); null: none
 */
export function enterScore(place: Omit<ScorePlace, 'by'>, value: CardEntry | null, shown: ScoreEntry | null): boolean {
  const entered = valueOf(value);
  const waits = waitingScores(place.matchId).some(
    (score) => score.userId === place.userId && score.holeNumber === place.holeNumber,
  );
  if (sameValue(valueOf(shown), entered) && !waits) return false;
  // The session may have ended while the page is still open: the score belongs to the golfer who was signed in.
  const by = session()?.userId ?? readStored('user');
  if (by === null) throw new Error('No golfer is signed in to enter a score');
  const score = { ...place, ...entered, replaces: shown?.id ?? null, by };
  changeOutbox((box, stamp) => record(box, score, stamp));
  navigator.vibrate?.(BUZZ_MS);
  return true;
}

/** What to announce of a score that was just entered. */
export function savedText(): string {
  return state.unsaved ? 'Keep this page open until it is sent' : 'Saved on this phone';
}

/** The signed-in golfer's waiting and refused scores, of one match or of all. */
export function waitingScores(matchId?: string): readonly WaitingScore[] {
  const me = session()?.userId;
  return state.box.waiting.filter((score) => score.by === me && (matchId === undefined || score.matchId === matchId));
}

/** Confirmed scores hold their golfer's name, and go with the session: after a sign-in the match is read afresh. */
function withoutNames(box: Box): Box {
  const me = session()?.userId;
  const confirmed = box.confirmed.filter(({ by }) => by === me);
  return confirmed.length === box.confirmed.length ? box : { ...box, confirmed };
}

/** Reads the stored box, reconciles it with this tab's, and stores the difference; false if it is unchanged. */
function reload(): boolean {
  const stored = readStored('outbox');
  if (stored === text) return false;
  const read = readBox(stored);
  text = stored;
  settled = withSettled(read.settled, settled);
  const box = reconcile(state.box, read.box, new Set(settled));
  state = { box, unsaved: false };
  if (box.waiting !== read.box.waiting) store(box);
  return true;
}

function store(box: Box): void {
  const waits = new Set(box.waiting.map(({ key }) => key));
  const removed = state.box.waiting.map(({ key }) => key).filter((key) => !waits.has(key));
  settled = withSettled(settled, removed);
  const next = writeBox(box, settled);
  // Scores take precedence over the copy of a match, which the server can send again.
  const saved = writeStored('outbox', next) || (writeStored('match-copy', null) && writeStored('outbox', next));
  if (saved) text = next;
  state = { box, unsaved: !saved };
}

function withSettled(some: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...some, ...more])].slice(-SETTLED_KEPT);
}

function notify(): void {
  for (const listener of listeners) listener();
}
