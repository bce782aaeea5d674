import { randomUUID } from 'node:crypto';
import { isoTime, type Queries } from '../database/queries.js';

/** What audits read: a round's story, a day's rounds, a past board, a bundle, a proof, this record, acts, sign-ins. */
export type Audited = 'round' | 'rounds' | 'board' | 'export' | 'verify' | 'reads' | 'acts' | 'sign-ins';

/** One audit read. Holds only ids, except for the account on the operator's machine. */
export interface AuditRead {
  /** A golfer's id (WEB), or the account on the operator's machine (CLI). */
  reader: string;
  way: 'WEB' | 'CLI';
  what: Audited;
  /** Match id, or course id with day, or `log` for everything. */
  subject: string;
}

export interface RecordedRead extends AuditRead {
  id: string;
  readAt: string;
}

/** Records an audit read. Call it before showing the data, so that every read leaves a trace. */
export async function recordAuditRead(database: Queries, { reader, way, what, subject }: AuditRead): Promise<void> {
  await database.query('insert into app.audit_reads (id, reader, way, what, subject) values ($1, $2, $3, $4, $5)', [
    randomUUID(),
    reader,
    way,
    what,
    subject,
  ]);
}

/** Recorded reads of a subject, or of all, latest first. */
export async function listAuditReads(
  database: Queries,
  { subject, limit }: { subject?: string | undefined; limit: number },
): Promise<RecordedRead[]> {
  const { rows } = await database.query<RecordedRead>(
    `select id, ${isoTime('read_at')} as "readAt", reader, way, what, subject from app.audit_reads
     where $1::text is null or subject = $1 order by read_at desc, id limit $2`,
    [subject ?? null, limit],
  );
  return rows;
}
