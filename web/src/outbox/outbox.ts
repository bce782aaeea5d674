import type { ScoreEntry } from '@fairmark/contract';
import type { CardEntry } from '@fairmark/scoring';
import { newId } from '../api/call/ids.js';
import { session } from '../api/call/session.js';
import { onStoredChange, readStored, writeStored } from '../api/call/stored.js';
import { readBox, writeBox } from './stored-box.js';
import {
  EMPTY_BOX,
  sameValue,
  valueOf,
  type Box,
  type EnteredScore,
  type MatchPlace,
  type ScorePlace,
  type Stamp,
  type WaitingScore,
} from './box.js';
import { discard, keep, record, rejoin, seen } from './waiting-scores.js';

/** More than a tab can miss of another one while both are in use. */
const SETTLED_KEPT = 80;
const BUZZ_MS = 10;

/** How the phone's scores on the way stand. A new object with every change. */
interface Outbox {
  box: Box;
  /** The phone's storage would not take the last change: the scores live as long as this page. */
  unsaved: boolean;
  /** What was stored could not be read; it is set aside, not thrown away. */
  damaged: boolean;
}

let state: Outbox = { box: EMPTY_BOX, unsaved: false, damaged: false };
let text: string | null = null;
let settled: readonly string[] = [];
const listeners = new Set<() => void>();

reload();
onStoredChange('outbox', () => {
  if (reload()) tell();
});

/** The scores on the way, of this tab and of others. */
export function outbox(): Outbox {
  return state;
}

/** Tells of every change. Gives back how to stop. */
export function onOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes what is on the way, on the phone before this returns. */
export function changeOutbox(change: (box: Box) => Box): void {
  // Another tab may have written since; its event comes later than this tap.
  const reloaded = reload();
  const before = state.box;
  const box = change(before);
  if (box !== before || state.unsaved) store(box);
  else if (!reloaded) return;
  tell();
}

/** Keeps a score that the signed-in golfer entered, to be sent as soon as there is a signal. Never fails, never waits. */
export function recordScore(score: Omit<EnteredScore, 'by'>): void {
  // A session may have ended under a page that is still open: the score belongs to who was signed in.
  const by = session()?.userId ?? readStored('user');
  if (by === null) throw new Error('Nobody is signed in who could enter a score');
  changeOutbox((box) => record(box, { ...score, by }, newStamp()));
}

/**
 * What a page does with a golfer's entry: keeps it and lets the phone buzz. What stands on the hole already is kept only where a
 * score of it waits, or was refused, which this one settles. Answers whether it was kept.
 *
 * @param stands the entry that the page shows on this side of the hole (useLiveMatch); null: none
 */
export function enterScore(place: Omit<ScorePlace, 'by'>, value: CardEntry, stands: ScoreEntry | null): boolean {
  const waits = waitingScores(place.matchId).some(
    (score) => score.userId === place.userId && score.holeNumber === place.holeNumber,
  );
  if (sameValue(valueOf(stands), value) && !waits) return false;
  recordScore({ ...place, strokes: value.strokes, noScore: value.noScore, replaces: stands?.id ?? null });
  navigator.vibrate?.(BUZZ_MS);
  return true;
}

/** Drops a refused score: what stands on the server is right. */
export function discardRefused(key: string): void {
  changeOutbox((box) => discard(box, key));
}

/** Sends a refused score again, over the entry that the golfer was shown. */
export function keepRefused(key: string): void {
  changeOutbox((box) => keep(box, key, newStamp()));
}

/** An answer of the match is there. */
export function sawMatch(matchId: string, answer: MatchPlace): void {
  changeOutbox((box) => seen(box, matchId, answer));
}

/** The signed-in golfer's scores that wait or were refused, of one match or of all. */
export function waitingScores(matchId?: string): readonly WaitingScore[] {
  const me = session()?.userId;
  return state.box.waiting.filter((score) => score.by === me && (matchId === undefined || score.matchId === matchId));
}

/** The golfer has read that stored scores could not be read. They stay set aside. */
export function acceptDamage(): void {
  if (!state.damaged) return;
  state = { ...state, damaged: false };
  store(state.box);
  tell();
}

function newStamp(): Stamp {
  return { key: newId(), enteredAt: new Date().toISOString() };
}

/** Takes over what is stored, and stores what it lacks; true if that was something else. */
function reload(): boolean {
  const stored = readStored('outbox');
  if (stored === text) return false;
  const read = readBox(stored);
  text = stored;
  if (read.damaged) setAside(stored);
  settled = withSettled(read.settled, settled);
  const box = rejoin(state.box, read.box, new Set(settled));
  // Another tab's golfer may have said that she knows; a cleared storage says nothing.
  const unread = stored === null ? state.damaged : read.unread;
  state = { box, unsaved: false, damaged: read.damaged || unread };
  if (box.waiting !== read.box.waiting) store(box);
  return true;
}

/** Keeps the box, on the phone if it has room. */
function store(box: Box): void {
  const waits = new Set(box.waiting.map(({ key }) => key));
  const gone = state.box.waiting.map(({ key }) => key).filter((key) => !waits.has(key));
  settled = withSettled(settled, gone);
  const next = writeBox(box, { settled, unread: state.damaged });
  const saved = save(next);
  if (saved) text = next;
  state = { ...state, box, unsaved: !saved };
}

function withSettled(some: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set([...some, ...more])].slice(-SETTLED_KEPT);
}

/** Scores come before the copy of a match that the server can give again. */
function save(next: string | null): boolean {
  if (writeStored('outbox', next)) return true;
  writeStored('match-copy', null);
  return writeStored('outbox', next);
}

/** Keeps what can't be read out of the way, after what was set aside before. */
function setAside(stored: string | null): void {
  const before = readStored('outbox-set-aside');
  if (before === stored || before?.endsWith(`\n${stored}`) === true) return;
  const all = before === null ? stored : `${before}\n${stored ?? ''}`;
  if (writeStored('outbox-set-aside', all)) return;
  // A full storage has room for it once its first place is free.
  writeStored('outbox', null);
  text = null;
  writeStored('outbox-set-aside', all);
}

function tell(): void {
  for (const listener of listeners) listener();
}
