import type { StrokeIndex } from '@fairmark/scoring';
import pg, { type CustomTypesConfig } from 'pg';

/** How a round's holes are stored, and how they are read: lists of small numbers, hole 1 first. */

/** By the number that Postgres gives the type: smallint[]; dates stay texts. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [1005, smallintsOf],
  [pg.types.builtins.DATE, (text) => text],
]);
/** Index numbers of a hole that has three. */
const THREE = 3;
const HOLES = 18;

/** Stroke indexes as one list: one per hole, or three where any hole has three; i counts as i, i + 18, i + 36. */
export function flatStrokeIndexes(indexes: readonly StrokeIndex[]): number[] {
  if (!indexes.some((index) => typeof index !== 'number')) return indexes.map(Number);
  return indexes.flatMap((index) => (typeof index === 'number' ? [index, index + HOLES, index + 2 * HOLES] : index));
}

/** What `flatStrokeIndexes` wrote for a card of so many holes. */
export function strokeIndexesOf(flat: readonly number[], holes: number): StrokeIndex[] {
  if (flat.length === holes) return [...flat];
  return Array.from({ length: holes }, (_, i): StrokeIndex => {
    const [first = 0, second = 0, third = 0] = flat.slice(i * THREE, (i + 1) * THREE);
    return [first, second, third];
  });
}

/** For queries of rounds: lists of numbers are read several times faster than by the driver's own parser. */
export const ROUND_TYPES: CustomTypesConfig = {
  getTypeParser: (oid: Parameters<CustomTypesConfig['getTypeParser']>[0], format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
};

export function smallintsOf(text: string): (number | null)[] {
  return JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
}
