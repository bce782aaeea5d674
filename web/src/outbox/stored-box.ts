import { EMPTY_BOX, type Box } from './box.js';

/** Version of the stored format. Other versions are not read. */
const VERSION = 1;

/** The readable part of a stored box. */
interface ReadBox {
  box: Box;
  /** Keys of settled scores (sent, replaced or dropped), newest last. Any other missing score was lost. */
  settled: readonly string[];
  /** Whether some or all of it could not be read. */
  damaged: boolean;
}

/** Serialises the box for storage; null: nothing to store. */
export function writeBox({ waiting, confirmed }: Box, settled: readonly string[] = []): string | null {
  if (waiting.length === 0 && confirmed.length === 0 && settled.length === 0) return null;
  return JSON.stringify({ version: VERSION, waiting, confirmed, settled });
}

/** Parses a stored box, which only this client writes, and always whole. Scores without key or golfer are left out. */
export function readBox(text: string | null): ReadBox {
  if (text === null) return { box: EMPTY_BOX, settled: [], damaged: false };
  const stored = parsed(text);
  if (stored?.version !== VERSION || !Array.isArray(stored.waiting)) {
    return { box: EMPTY_BOX, settled: [], damaged: true };
  }
  const { confirmed = [], settled = [] } = stored;
  const waiting = stored.waiting.filter((score) => typeof score?.key === 'string' && typeof score.by === 'string');
  return { box: { waiting, confirmed }, settled, damaged: waiting.length < stored.waiting.length };
}

function parsed(text: string): Partial<Omit<ReadBox, 'box'> & Box & { version: number }> | null {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    return null;
  }
}
