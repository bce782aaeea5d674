import { onStoredChange, readStored, writeStored } from './stored.js';

/** Why a session ended: the golfer signed out, or the server does not know the token any more. */
export type SessionEnd = 'signed-out' | 'expired';

export interface Session {
  token: string;
  userId: string;
}

type Listener = (session: Session | null, why: SessionEnd) => void;

const listeners = new Set<Listener>();
/** Whether the end of the session waits for a call of the golfer's, and the end that waits. */
let holding = false;
let held: SessionEnd | null = null;
let current = read();
onStoredChange('token', () => change(read(), 'signed-out'));

/** The stored session; null: no golfer is signed in on this phone. */
export const session = (): Session | null => current;

/** Keeps the token of a sign-in, or of a renewal. Another golfer than the last one does not go on with that one's round. */
export function startSession(next: Session): void {
  if (readStored('user') !== next.userId) forgetMatch();
  writeStored('user', next.userId);
  writeStored('token', next.token);
  change(next, 'signed-out');
}

/** Forgets the token and the golfer's own data. Scores that wait for a signal stay, bound to their golfer, until the next sign-in. */
export function endSession(why: SessionEnd): void {
  if (current === null) return;
  if (holding) {
    held = why;
    return;
  }
  const stored = readStored('token');
  if (stored !== null && stored !== current.token) {
    // Another tab has signed in since, and its event is still to come: that session is not the one that ended.
    change(read(), why);
    return;
  }
  writeStored('token', null);
  writeStored('user-copy', null);
  if (why === 'signed-out') forgetMatch();
  else writeStored('match-copy', null);
  change(null, why);
}

/**
 * Runs a call that ends this session on the server, then ends it here. The socket may say that it is over before the call has its
 * answer: that waits, because only the answer says whether the golfer's wish was carried out. Rejects where the call does.
 */
export async function endSessionBy(call: () => Promise<unknown>): Promise<void> {
  let why: SessionEnd | null = 'signed-out';
  held = null;
  holding = true;
  try {
    await call();
  } catch (error) {
    why = held;
    throw error;
  } finally {
    holding = false;
    if (why !== null) endSession(why);
  }
}

function forgetMatch(): void {
  writeStored('match', null);
  writeStored('round', null);
  writeStored('match-copy', null);
}

/** Tells of every sign-in and sign-out, in this tab or another. Gives back how to stop. */
export function onSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Session | null, why: SessionEnd): void {
  if (next?.token === current?.token) return;
  current = next;
  for (const listener of listeners) listener(next, why);
}

function read(): Session | null {
  const token = readStored('token');
  const userId = readStored('user');
  return token === null || userId === null ? null : { token, userId };
}
