/** Whatever runs statements whose rows are of no interest: a connection of the pool, or typeorm's manager of a transaction. */
export interface Statements {
  query(text: string, values?: unknown[]): Promise<unknown>;
}
