import { EMPTY_BOX, type Box } from './box.js';

const VERSION = 1;

interface BoxNotes {
  /** Keys of settled scores (sent, replaced or dropped), newest last. Any other missing score was lost. */
  settled: readonly string[];
  /** Whether unreadable scores were found and not acknowledged yet. */
  unread: boolean;
}

interface ReadBox extends BoxNotes {
  box: Box;
  /** Whether some or all of it could not be read. */
  damaged: boolean;
}

interface StoredBox extends Box, BoxNotes {
  version: number;
}

const NO_NOTES: BoxNotes = { settled: [], unread: false };

/** Serialises the box for storage; null: nothing to store. */
export function writeBox({ waiting, confirmed }: Box, { settled, unread }: BoxNotes = NO_NOTES): string | null {
  if (waiting.length === 0 && confirmed.length === 0 && settled.length === 0 && !unread) return null;
  return JSON.stringify({ version: VERSION, waiting, confirmed, settled, unread });
}

/** Parses a stored box, which only this client writes, and always whole. Scores without key or golfer are left out. */
export function readBox(text: string | null): ReadBox {
  if (text === null) return { box: EMPTY_BOX, damaged: false, ...NO_NOTES };
  const stored = parsed(text);
  if (stored?.version !== VERSION || !Array.isArray(stored.waiting)) {
    return { box: EMPTY_BOX, damaged: true, ...NO_NOTES };
  }
  const { confirmed = [], settled = [], unread = false } = stored;
  const waiting = stored.waiting.filter((score) => typeof score?.key === 'string' && typeof score.by === 'string');
  return { box: { waiting, confirmed }, damaged: waiting.length < stored.waiting.length, settled, unread };
}

function parsed(text: string): Partial<StoredBox> | null {
  try {
    return JSON.parse(text) as Partial<StoredBox> | null;
  } catch {
    return null;
  }
}
