import { HOLES, type StrokeIndex } from '@fairmark/scoring';
import pg, { type CustomTypesConfig } from 'pg';

/** Type OIDs; the driver has no name for smallint[]. */
const [DATE, SMALLINTS]: number[] = [pg.types.builtins.DATE, 1005];
const INDEXES_PER_HOLE = 3;

/** Flattens stroke indexes: one per hole, or three if any hole has three; a single i becomes i, i + 18, i + 36. */
export function flatStrokeIndexes(indexes: readonly StrokeIndex[]): number[] {
  if (!indexes.some((index) => typeof index !== 'number')) return indexes.map(Number);
  return indexes.flatMap((index) => (typeof index === 'number' ? [index, index + HOLES, index + 2 * HOLES] : index));
}

/** Reverses `flatStrokeIndexes` for a card with this number of holes. */
export function strokeIndexesOf(flat: readonly number[], holes: number): readonly StrokeIndex[] {
  if (flat.length === holes) return flat;
  return Array.from({ length: holes }, (_, i): StrokeIndex => {
    const [first = 0, second = 0, third = 0] = flat.slice(i * INDEXES_PER_HOLE, (i + 1) * INDEXES_PER_HOLE);
    return [first, second, third];
  });
}

/** Type parsers: dates stay strings; lists of numbers are parsed faster than by the driver. */
export const ROUND_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === SMALLINTS) return smallintsOf;
    return oid === DATE ? (text: string) => text : pg.types.getTypeParser(oid, format);
  },
};

/** Parses a smallint[] as Postgres writes it. */
export function smallintsOf(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
}
