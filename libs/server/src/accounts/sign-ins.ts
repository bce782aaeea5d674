import { isoTime, type Queries } from '../database/queries.js';

/** REFUSED: a wrong password. RESET, CHANGE: a new one, by link or in a session. CODE: of an authenticator. */
export type SignInKind = 'SIGN_IN' | 'REFUSED' | 'RESET' | 'CHANGE' | 'CODE' | 'CODE_REFUSED';

/** How often one kind of sign-in event happened to an account within an hour. */
export interface SignInHour {
  hour: string;
  kind: SignInKind;
  times: number;
}

/** Counts a sign-in event in the row of its hour, so that endless guessing adds at most one row an hour. */
export async function noteSignIn(database: Queries, userId: string, kind: SignInKind): Promise<void> {
  await database.query(
    `insert into app.sign_ins (user_id, hour, kind, times)
     select id, date_trunc('hour', now(), 'UTC'), $2, 1 from app.users where id = $1
     on conflict (user_id, hour, kind) do update set times = sign_ins.times + 1`,
    [userId, kind],
  );
}

/** Sign-in events of an account, latest hour first; at most `limit` rows. */
export async function listSignIns(database: Queries, userId: string, limit: number): Promise<SignInHour[]> {
  const { rows } = await database.query<SignInHour>(
    `select ${isoTime('hour')} as hour, kind, times from app.sign_ins where user_id = $1
     order by sign_ins.hour desc, kind limit $2`,
    [userId, limit],
  );
  return rows;
}
