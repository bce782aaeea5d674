import type { Queries, Statements } from '../database/queries.js';

/**
 * SIGN_IN and REFUSED: of attempts whose password was looked at. RESET and CHANGE: of the password, by a link and in a session.
 * CODE and CODE_REFUSED: of an authenticator's codes.
 */
export type SignInKind = 'SIGN_IN' | 'REFUSED' | 'RESET' | 'CHANGE' | 'CODE' | 'CODE_REFUSED';

/** How often something happened to an account in an hour. */
export interface SignInHour {
  /** Its beginning, in UTC. */
  hour: string;
  kind: SignInKind;
  times: number;
}

/** Counts what happened to an account, in a row of its hour: guesses without end make no more rows than there are hours. */
export async function noteSignIn(database: Statements, userId: string, kind: SignInKind): Promise<void> {
  await database.query(
    `insert into app.sign_ins (user_id, hour, kind, times)
     select id, date_trunc('hour', now(), 'UTC'), $2, 1 from app.users where id = $1
     on conflict (user_id, hour, kind) do update set times = sign_ins.times + 1`,
    [userId, kind],
  );
}

/** What happened to an account, the latest hour first; at most so many rows. */
export async function listSignIns(database: Queries, userId: string, limit: number): Promise<SignInHour[]> {
  const { rows } = await database.query<Omit<SignInHour, 'hour'> & { hour: Date }>(
    'select hour, kind, times from app.sign_ins where user_id = $1 order by hour desc, kind limit $2',
    [userId, limit],
  );
  return rows.map(({ hour, ...row }) => ({ hour: hour.toISOString(), ...row }));
}
