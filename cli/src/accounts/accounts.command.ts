import { LIMITS, MESSAGES } from '@fairmark/contract';
import { endAllSessions, inTransaction, recordAct, sendMailLink, type Act, type Queries } from '@fairmark/server';
import type { ClientBase } from 'pg';
import { idIn } from '../audit/audited-round.js';
import { operatorOf } from '../audit/operator.js';
import type { CommandSpec } from '../shell/command.js';
import { codeOf, Failed, Misused } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openMigrated, openPool } from '../shell/open.js';
import { reasonOption } from './reason.js';

const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;.]+$/;
const UNIQUE_VIOLATION = '23505';

/** An account as operators see it. */
interface Account {
  id: string;
  fullName: string;
  email: string;
  blocked: boolean;
}

interface Given {
  reason: string;
}

/**
 * Changes an account and records it, in one transaction. `change`: whether there was anything to change; otherwise nothing is
 * recorded.
 */
async function changeAccount(
  job: Job,
  { given, reason, act }: { given: string; reason: string; act: Act },
  change: (client: ClientBase, account: Account) => Promise<boolean>,
): Promise<Account & { changed: boolean }> {
  return inTransaction(openPool(job, await openMigrated(job)), async (client) => {
    const account = await lockAccount(client, given);
    const changed = await change(client, account);
    const recorded = { operator: operatorOf(job.shell), act, subject: account.id, userId: account.id, reason };
    if (changed) await recordAct(client, recorded);
    return { ...account, changed };
  });
}

/** What `accounts block` and `accounts unblock` have in common. `words`: what was done, and that there was nothing to do. */
function changing(
  spec: Pick<CommandSpec, 'name' | 'summary' | 'about' | 'examples'>,
  { act, words }: { act: Act; words: readonly [did: string, already: string] },
  change: (client: ClientBase, account: Account) => Promise<boolean>,
): CommandSpec {
  return {
    ...spec,
    args: [['<account>', 'its address or id']],
    options: [reasonOption()],
    run: async (job, { reason }: Given, given: string) => {
      const { id, changed, fullName, email } = await changeAccount(job, { given, reason, act }, change);
      const did = words[changed ? 0 : 1];
      job.result({ ok: true, changed, userId: id }, `${fullName} <${email}> ${did}`);
    },
  };
}

const blockCommand = changing(
  {
    name: 'block',
    summary: 'lock a golfer out',
    about: `
Ends every session and connection of the account within a second, and refuses to sign it in until it is unblocked. The account is no
longer found for invitations and competitions. Its rounds stay as they are, and its address stays taken.`,
    examples: [['Spam', `accounts block bob@example.com --reason 'Invites strangers'`]],
  },
  { act: 'BLOCK', words: ['is blocked. Every session has ended.', 'is blocked already.'] },
  async (client, { id, blocked }) => {
    if (blocked) return false;
    await client.query('update app.users set blocked_at = clock_timestamp() where id = $1', [id]);
    await endAllSessions(client, id, new Date());
    return true;
  },
);

const unblockCommand = changing(
  {
    name: 'unblock',
    summary: 'let a blocked golfer sign in again',
    about: 'The golfer signs in with the password as before.',
    examples: [['It was a mistake', `accounts unblock bob@example.com --reason 'Confused with another Bob'`]],
  },
  { act: 'UNBLOCK', words: ['can sign in again.', 'is not blocked.'] },
  async (client, { id, blocked }) => {
    if (blocked) await client.query('update app.users set blocked_at = null where id = $1', [id]);
    return blocked;
  },
);

const changeEmailCommand: CommandSpec = {
  name: 'change-email',
  summary: 'give an account another address',
  about: `
For a golfer who has lost the mailbox, or mistyped the address. Make sure that it is the golfer who asks. Sends a mail to the new
address, whose link has to be opened before the golfer can sign in. Ends every session; links that were mailed before stop working.
The old address gets no mail, and neither address is in the record.`,
  args: [
    ['<account>', 'its present address, or its id'],
    ['<address>', 'the new one'],
  ],
  options: [reasonOption()],
  examples: [
    [
      'A new mailbox',
      `accounts change-email ann@example.com ann@example.org --reason 'Asked by phone, knew the last three rounds'`,
    ],
  ],
  run: async (job, { reason }: Given, given: string, address: string) => {
    const email = address.trim().toLowerCase();
    if (!EMAIL.test(email) || email.length > LIMITS.emailMax) {
      throw new Misused(`${MESSAGES.emailInvalid}: ${address}`);
    }
    const act = { given, reason, act: 'CHANGE_EMAIL' } as const;
    const { id, fullName } = await changeAccount(job, act, async (client, found) => {
      if (found.email.toLowerCase() === email) throw new Failed(`The account has the address ${email} already.`);
      await setEmail(client, found.id, email);
      return true;
    });
    const words = `${fullName} has the address ${email} from now on, and gets a mail there to verify it.`;
    job.result({ ok: true, userId: id }, words);
  },
};

/** `accounts block`, `accounts unblock`, `accounts change-email`. */
export const accountsCommand: CommandSpec = {
  name: 'accounts',
  summary: 'block an account, or change its address',
  about: `
What support does to accounts. Each command takes effect at once in every process, and is recorded with who did it, when and why
(audit acts).`,
  commands: [blockCommand, unblockCommand, changeEmailCommand],
};

/** Links that were mailed to the old address stop working. */
async function setEmail(client: ClientBase, userId: string, email: string): Promise<void> {
  try {
    await client.query('update app.users set email = $2, email_verified_at = null where id = $1', [userId, email]);
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    throw new Failed(`Another account has the address ${email}.`, [], { cause: error });
  }
  const now = new Date();
  await client.query('update app.mail_links set used_at = $2 where user_id = $1 and used_at is null', [userId, now]);
  await endAllSessions(client, userId, now);
  await sendMailLink(client, { userId, purpose: 'VERIFY', now });
}

/**
 * The account that an address or an id names, locked until the transaction ends; not one that is being deleted. Throws `Failed`
 * where there is none.
 */
async function lockAccount(database: Queries, given: string): Promise<Account> {
  const { rows } = await database.query<Account>(
    `select id, full_name as "fullName", email, blocked_at is not null as blocked from app.users
     where (lower(email) = lower($1) or id = $2) and deletion_requested_at is null for no key update`,
    [given.trim(), idIn(given)],
  );
  const [account] = rows;
  if (account === undefined) throw new Failed(`There is no account with the address or id ${given}.`);
  return account;
}
