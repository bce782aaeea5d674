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
  const insert = 'insert into app.audit_reads (id, reader, way, what, subject) values ($1, $2, $3, $4, $5)';
  await database.query(insert, [randomUUID(), reader, way, what, subject]);
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

/** What operators do to accounts and competitions, and committees to the board links of their course. */
export type Act =
  | 'BLOCK'
  | 'UNBLOCK'
  | 'CHANGE_EMAIL'
  | 'REMOVE_AUTHENTICATOR'
  | 'REMOVE_COMPETITION'
  | 'MAKE_BOARD_LINK'
  | 'REVOKE_BOARD_LINK';

/** An action of an operator or committee, and its reason. */
export interface OperatorAct {
  /** The operator's account on the machine; for a committee, the golfer's id. */
  operator: string;
  act: Act;
  subject: string;
  /** The account that the reason concerns; the reason is deleted with it. */
  userId: string;
  /** In the operator's words; for a board link, its label. */
  reason: string;
}

export interface RecordedAct extends Omit<OperatorAct, 'userId' | 'reason'> {
  id: string;
  doneAt: string;
  /** Null: the account that it concerned was deleted. */
  reason: string | null;
}

/** Records an action of an operator or committee, within its transaction or before it. */
export async function recordAct(database: Queries, done: OperatorAct): Promise<void> {
  await database.query(
    `with act as (insert into app.operator_acts (id, operator, act, subject) values ($1, $2, $3, $4) returning id)
     insert into app.operator_reasons (act_id, user_id, reason)
       select act.id, golfer.id, $6 from act, app.users golfer where golfer.id = $5`,
    [randomUUID(), done.operator, done.act, done.subject, done.userId, done.reason],
  );
}

/** Actions of operators and committees, latest first; at most `limit`. */
export async function listActs(database: Queries, limit: number): Promise<RecordedAct[]> {
  const { rows } = await database.query<RecordedAct>(
    `select a.id, ${isoTime('a.done_at')} as "doneAt", a.operator, a.act, a.subject, r.reason
     from app.operator_acts a left join app.operator_reasons r on r.act_id = a.id
     order by a.done_at desc, a.id limit $1`,
    [limit],
  );
  return rows;
}
