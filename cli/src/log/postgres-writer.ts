import type { RecordedEvent } from '@fairmark/events';
import { DatabaseError, type Client } from 'pg';
import { OthersWrite, type LogWriter } from './log-writer.js';

const INSERT = `
insert into log.events (position, stream, revision, id, type, data, metadata)
select $1::bigint + place, e ->> 'stream', (e ->> 'revision')::bigint, (e ->> 'id')::uuid, e ->> 'type', e -> 'data', e -> 'metadata'
from jsonb_array_elements($2::jsonb) with ordinality as of (e, place)`;

const UNIQUE_VIOLATION = '23505';

/** Writes into the log in Postgres: all that it is given in one transaction, at the positions after its last event. */
export class PostgresWriter implements LogWriter {
  /** Where the log ends, as far as this wrote it. */
  #head: bigint | null = null;

  constructor(private readonly client: Client) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    try {
      await this.client.query('begin; select from log.identity for update');
      const { rows } = await this.client.query<{ head: string }>(
        'select coalesce(max(position), 0) as head from log.events',
      );
      const head = BigInt(rows[0]?.head ?? 0);
      if (this.#head !== null && head !== this.#head) throw new OthersWrite('the log');
      await this.client.query({ name: 'copy', text: INSERT, values: [head, textOf(events)] });
      await this.client.query('commit');
      this.#head = head + BigInt(events.length);
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      const isTaken = error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
      throw isTaken ? new OthersWrite('a stream') : error;
    }
  }
}

function textOf(events: readonly RecordedEvent[]): string {
  return JSON.stringify(
    events.map(({ stream, revision, id, type, data, metadata }) => {
      return { stream, revision: `${revision}`, id, type, data, metadata };
    }),
  );
}
