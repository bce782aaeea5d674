import { EMPTY_BOX, type Box } from './box.js';

const VERSION = 1;

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
