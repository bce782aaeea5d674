import type { ClientBase, QueryResultRow } from 'pg';
import { pageLimit } from '../port/encoding.js';
import { StoreUnavailable, type EventStore } from '../port/event-store.js';
import { parserFor } from './connection.js';

const COLUMNS = 'position, stream, revision, id, type, data, metadata';

export const READ_STREAM = `select ${COLUMNS} from log.events where stream = $1 and revision >= $2 order by revision limit $3`;
export const READ_ALL = `select ${COLUMNS} from log.events where position > $1 order by position limit $2`;
export const HEAD = 'select max(position) as head from log.events';
export const LOG_ID = 'select id from log.identity';

/** The log as seen by the caller's session: in its transaction's snapshot, including its uncommitted changes. */
export function logInSession(client: ClientBase): Pick<EventStore, 'logId' | 'head' | 'readAll'> {
  const rows = async <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>({ text, values, types: { getTypeParser: parserFor } })).rows;
  return {
    logId: async () => {
      const [log] = await rows<{ id: string }>(LOG_ID);
      if (log === undefined) throw new StoreUnavailable('The log has no id: it was not migrated');
      return log.id;
    },
    head: async () => (await rows<{ head: bigint | null }>(HEAD))[0]?.head ?? null,
    readAll: (after, { limit } = {}) => rows(READ_ALL, [after ?? 0n, pageLimit(limit)]),
  };
}
