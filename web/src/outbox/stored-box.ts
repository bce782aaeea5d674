import { EMPTY_BOX, type Box } from './box.js';

const VERSION = 1;

interface StoredBox extends Box {
  version: number;
  /** Keys of settled scores (sent, replaced or dropped), newest last. Any other missing score was lost. */
  settled: readonly string[];
  /** Whether unreadable scores were found and not acknowledged yet. */
  unread: boolean;
}

const NO_NOTES: Pick<StoredBox, 'settled' | 'unread'> = { settled: [], unread: false };

/** Serialises the box for storage; null: nothing to store. */
export function writeBox({ waiting, confirmed }: Box, { settled, unread } = NO_NOTES): string | null {
  if (waiting.length === 0 && confirmed.length === 0 && settled.length === 0 && !unread) return null;
  return JSON.stringify({ version: VERSION, waiting, confirmed, settled, unread } satisfies StoredBox);
}

/**
 * Parses a stored box, which only this client writes, and always whole. Scores without key or golfer are left out.
 * `damaged`: some or all of it could not be read.
 */
export function readBox(text: string | null) {
  const none = { box: EMPTY_BOX, damaged: text !== null, ...NO_NOTES };
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<StoredBox> | null;
    if (stored?.version !== VERSION || !Array.isArray(stored.waiting)) return none;
    const { confirmed = [], settled = [], unread = false } = stored;
    const waiting = stored.waiting.filter((score) => typeof score?.key === 'string' && typeof score.by === 'string');
    return { box: { waiting, confirmed }, damaged: waiting.length < stored.waiting.length, settled, unread };
  } catch {
    return none;
  }
}
