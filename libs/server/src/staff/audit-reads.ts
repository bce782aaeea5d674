import { randomUUID } from 'node:crypto';
import type { Queries } from '../database/queries.js';

/** What can be read for an audit: a round's story, a day's rounds, a past board, a bundle, a proof, this record, sign-ins. */
export const AUDITED = ['round', 'rounds', 'board', 'export', 'verify', 'reads', 'sign-ins'] as const;
export type Audited = (typeof AUDITED)[number];

/** One read for an audit. Ids only, except the account of the operator's machine. */
export interface AuditRead {
  /** A golfer's id (WEB), or the account on the operator's machine (CLI). */
  reader: string;
  way: 'WEB' | 'CLI';
  what: Audited;
  /** A match's id; a course's id with a day; `log` for everything. */
  subject: string;
}

/** As it was written down. */
export interface RecordedRead extends AuditRead {
  id: string;
  readAt: string;
}

export interface ListReads {
  /** Of one subject; all without it. */
  subject?: string | undefined;
  /** At most so many, 1 to 10,000. */
  limit: number;
}

interface ReadRow extends AuditRead {
  id: string;
  read_at: Date;
}

/** Records that an audit reads something: before it is shown, so that nothing is seen in secret. */
export async function recordAuditRead(database: Queries, { reader, way, what, subject }: AuditRead): Promise<void> {
  await database.query('insert into app.audit_reads (id, reader, way, what, subject) values ($1, $2, $3, $4, $5)', [
    randomUUID(),
    reader,
    way,
    what,
    subject,
  ]);
}

/** Who read what, the latest first. */
export async function listAuditReads(database: Queries, { subject, limit }: ListReads): Promise<RecordedRead[]> {
  const { rows } = await database.query<ReadRow>(
    `select id, read_at, reader, way, what, subject from app.audit_reads
     where $1::text is null or subject = $1 order by read_at desc, id limit $2`,
    [subject ?? null, limit],
  );
  return rows.map(({ read_at, ...row }) => ({ ...row, readAt: read_at.toISOString() }));
}
