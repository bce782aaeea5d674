import type { Difference } from './compare-streams.js';
import type { TableName } from './tables.js';

/** Differences that are told. */
export const TOLD_MAX = 50;

/** What a verification found. */
export class Findings {
  /** The first ones, in words. */
  readonly told: string[] = [];
  private count = 0;
  private readonly balance = new Map<TableName, number>();

  /** How many there are. */
  get differing(): number {
    return this.count;
  }

  /** Adds some. */
  add(differences: readonly Difference[]): void {
    this.count += differences.length;
    for (const { words, row } of differences) {
      if (this.told.length < TOLD_MAX) this.told.push(words);
      if (row?.kind === 'SURPLUS') this.balance.set(row.table, this.surplus(row.table) + 1);
      if (row?.kind === 'MISSING') this.balance.set(row.table, this.surplus(row.table) - 1);
    }
  }

  /** Counts further ones without telling them. */
  more(count: number): void {
    this.count += count;
  }

  /** How many more rows a table has than it should, as far as that was found; negative: fewer. */
  surplus(table: TableName): number {
    return this.balance.get(table) ?? 0;
  }
}
