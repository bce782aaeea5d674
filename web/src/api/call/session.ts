import { onStoredChange, readStored, writeStored } from './stored.js';

/** Why a session ended: the golfer signed out, or the server no longer accepts the token. */
export type SessionEnd = 'signed-out' | 'expired';

export interface Session {
  token: string;
  userId: string;
}

type Listener = (session: Session | null, why: SessionEnd) => void;

const listeners = new Set<Listener>();
let current = read();
let golfer = current?.userId ?? null;
/** Why the last session of this page has ended; null: it has not. */
let ended: SessionEnd | null = null;
onStoredChange('token', () => change(read(), readStored('ended') === 'expired' ? 'expired' : 'signed-out'));

/** The current session; null if no golfer is signed in on this phone. */
export const session = (): Session | null => current;

/** The last golfer signed in since the page was loaded; null: none. */
export const lastGolfer = (): string | null => golfer;

/** Why no golfer is signed in; null if none was since the page was loaded. */
export const whyEnded = (): SessionEnd | null => ended;

/** Stores the token of a sign-in or renewal. A different golfer than before does not resume the stored match. */
export function startSession(next: Session): void {
  if (readStored('user') !== next.userId) forgetRound();
  // A tab that was closed while it ended a session leaves its wish behind.
  writeStored('ended', null);
  writeStored('user', next.userId);
  writeStored('token', next.token);
  change(next, 'signed-out');
}

/** Forgets the token and the golfer's data. Waiting scores stay, bound to their golfer, until the next sign-in. */
export function endSession(reason: SessionEnd): void {
  if (current === null) return;
  const why = readStored('ended') === 'wished' ? 'signed-out' : reason;
  const stored = readStored('token');
  if (stored !== null && stored !== current.token) {
    // Another tab has signed in and its storage event has not arrived yet: that newer session did not end.
    change(read(), why);
    return;
  }
  writeStored('user-copy', null);
  if (why === 'signed-out') forgetRound();
  else writeStored('match-copy', null);
  // Before the token: other tabs read it when they hear that the token is gone.
  writeStored('ended', why);
  writeStored('token', null);
  change(null, why);
}

/** Runs a call that ends this session on the server, of which a tab's socket may hear first. Rejects if it fails. */
export async function endSessionBy(call: () => Promise<unknown>): Promise<void> {
  // Stored, as other tabs need it too: whatever ends the session meanwhile is the golfer's wish.
  writeStored('ended', 'wished');
  try {
    await call();
    endSession('signed-out');
  } finally {
    if (readStored('ended') === 'wished') writeStored('ended', null);
  }
}

/** Forgets match and hole: the round is over, left, deleted or not found. */
export function forgetRound(): void {
  writeStored('match', null);
  writeStored('round', null);
  writeStored('match-copy', null);
}

/** Calls `listener` on every sign-in and sign-out, in this tab or another. Returns a function that unsubscribes. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Session | null, why: SessionEnd): void {
  if (next?.token === current?.token) return;
  current = next;
  golfer = next?.userId ?? golfer;
  ended = next === null ? why : null;
  for (const listener of listeners) listener(next, why);
}

function read(): Session | null {
  const token = readStored('token');
  const userId = readStored('user');
  return token === null || userId === null ? null : { token, userId };
}
