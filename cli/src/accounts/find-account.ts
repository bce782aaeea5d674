import type { Queries } from '@fairmark/server';
import { idIn } from '../audit/audited-round.js';
import { Failed } from '../shell/failure.js';

/** An account as operators see it. */
export interface Account {
  id: string;
  fullName: string;
  email: string;
  blocked: boolean;
}

/**
 * The account that an address or an id names, locked until the transaction ends; not one that is being deleted.
 *
 * @throws Failed where there is none
 */
export async function lockAccount(database: Queries, given: string): Promise<Account> {
  const { rows } = await database.query<Account>(
    `select id, full_name as "fullName", email, blocked_at is not null as blocked from app.users
     where (lower(email) = lower($1) or id = $2) and deletion_requested_at is null for no key update`,
    [given.trim(), idIn(given)],
  );
  const [account] = rows;
  if (account === undefined) throw new Failed(`There is no account with the address or id ${given}.`);
  return account;
}
