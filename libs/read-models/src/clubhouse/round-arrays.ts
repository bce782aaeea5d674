import type { StrokeIndex } from '@fairmark/scoring';
import pg, { type CustomTypesConfig } from 'pg';

/** Parsers by type OID; 1005 is smallint[]. Dates stay strings. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [1005, smallintsOf],
  [pg.types.builtins.DATE, (text) => text],
]);
const INDEXES_PER_HOLE = 3;
const HOLES = 18;

/** Flattens stroke indexes: one per hole, or three if any hole has three; a single i becomes i, i + 18, i + 36. */
export function flatStrokeIndexes(indexes: readonly StrokeIndex[]): number[] {
  if (!indexes.some((index) => typeof index !== 'number')) return indexes.map(Number);
  return indexes.flatMap((index) => (typeof index === 'number' ? [index, index + HOLES, index + 2 * HOLES] : index));
}

/** Reverses `flatStrokeIndexes` for a card with this number of holes. */
export function strokeIndexesOf(flat: readonly number[], holes: number): StrokeIndex[] {
  if (flat.length === holes) return [...flat];
  return Array.from({ length: holes }, (_, i): StrokeIndex => {
    const [first = 0, second = 0, third = 0] = flat.slice(i * INDEXES_PER_HOLE, (i + 1) * INDEXES_PER_HOLE);
    return [first, second, third];
  });
}

/** Type parsers for queries of rounds. They parse lists of numbers several times faster than the driver's own. */
export const ROUND_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: Parameters<CustomTypesConfig['getTypeParser']>[0], format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
};

export function smallintsOf(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
}
