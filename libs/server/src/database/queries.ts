import type { QueryResult, QueryResultRow } from 'pg';

/** What runs queries: a pool, or one connection of it. */
export interface Queries {
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<QueryResult<Row>>;
}
