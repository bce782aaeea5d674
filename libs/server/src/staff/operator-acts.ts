import { randomUUID } from 'node:crypto';
import { isoTime, type Queries } from '../database/queries.js';

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
export async function recordAct(
  database: Queries,
  { operator, act, subject, userId, reason }: OperatorAct,
): Promise<void> {
  await database.query(
    `with act as (insert into app.operator_acts (id, operator, act, subject) values ($1, $2, $3, $4) returning id)
     insert into app.operator_reasons (act_id, user_id, reason)
       select act.id, golfer.id, $6 from act, app.users golfer where golfer.id = $5`,
    [randomUUID(), operator, act, subject, userId, reason],
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
