import { isEmailAddress, MESSAGES } from '@fairmark/contract';
import {
  endAllSessions,
  inTransaction,
  isoTime,
  listSignIns,
  recordAct,
  removeSecondFactor,
  sendMailLink,
  type Act,
  type Queries,
} from '@fairmark/server';
import { Argument, InvalidArgumentError } from 'commander';
import { idIn } from '../audit/audited-round.js';
import { operatorOf, recordRead } from '../audit/operator.js';
import { reasonOption, type CommandSpec } from '../shell/command.js';
import { codeOf, Failed } from '../shell/failure.js';
import { openMigrated, openPool } from '../shell/open.js';
import { textTable } from '../shell/output.js';

const UNIQUE_VIOLATION = '23505';

interface Account {
  id: string;
  fullName: string;
  email: string;
  verified: boolean;
  blocked: boolean;
}

/** What a command does to an account. `more` is the second argument of the command line, if it takes one. */
interface Change extends Pick<CommandSpec, 'name' | 'summary' | 'about' | 'examples' | 'args'> {
  act: Act;
  /** Makes the change. False if there was nothing to change. */
  change: (database: Queries, account: Account, more: string) => Promise<boolean>;
  words: (changed: boolean, account: Account, more: string) => string;
}

/** A command that changes an account and, if anything changed, records the act in the same transaction. */
function changing({ act, change, words, ...spec }: Change): CommandSpec {
  return {
    args: [['<account>', 'its address or id; part of a name lists the accounts with it']],
    ...spec,
    options: [reasonOption()],
    run: async (job, { reason }: { reason: string }, given: string, more: string) => {
      const pool = openPool(job, await openMigrated(job));
      const { account, changed } = await inTransaction(pool, async (client) => {
        const account = await lockAccount(client, given);
        const changed = await change(client, account, more);
        const recorded = { operator: operatorOf(job.shell), act, subject: account.id, userId: account.id, reason };
        if (changed) await recordAct(client, recorded);
        return { account, changed };
      });
      job.result({ changed, userId: account.id }, words(changed, account, more));
    },
  };
}

const blockCommand = changing({
  name: 'block',
  summary: 'lock a golfer out',
  about: `
Ends every session and connection of the account within a second, and refuses to sign it in until it is unblocked. The account is no
longer found for invitations and competitions. Its rounds stay as they are, and its address stays taken.`,
  examples: [['Spam', `accounts block bob@example.com --reason 'Invites strangers'`]],
  act: 'BLOCK',
  change: async (database, { id, blocked }) => {
    if (blocked) return false;
    await database.query('update app.users set blocked_at = clock_timestamp() where id = $1', [id]);
    await endAllSessions(database, id, new Date());
    return true;
  },
  words: (changed, account) => `${named(account)} is blocked${changed ? '. Every session has ended' : ' already'}.`,
});

const unblockCommand = changing({
  name: 'unblock',
  summary: 'let a blocked golfer sign in again',
  about: 'The golfer signs in with the password as before.',
  examples: [['It was a mistake', `accounts unblock bob@example.com --reason 'Confused with another Bob'`]],
  act: 'UNBLOCK',
  change: async (database, { id, blocked }) => {
    if (blocked) await database.query('update app.users set blocked_at = null where id = $1', [id]);
    return blocked;
  },
  words: (changed, account) => `${named(account)} ${changed ? 'can sign in again' : 'is not blocked'}.`,
});

const changeEmailCommand = changing({
  name: 'change-email',
  summary: 'give an account another address',
  about: `
For a golfer who has lost the mailbox, or mistyped the address. Make sure that the request comes from the golfer. Sends a mail to the new
address, whose link has to be opened before the golfer can sign in. Ends every session; links mailed earlier stop working.
The old address gets no mail, and neither address is in the record.`,
  args: [['<account>', 'its current address or id'], new Argument('<address>', 'the new one').argParser(emailOf)],
  examples: [
    [
      'A new mailbox',
      `accounts change-email ann@example.com ann@example.org --reason 'Asked by phone, knew the last three rounds'`,
    ],
  ],
  act: 'CHANGE_EMAIL',
  change: async (database, { id, email: present }, email) => {
    if (present.toLowerCase() === email) throw new Failed(`The account has the address ${email} already.`);
    const verified = 'update app.users set email = $2, email_verified_at = null where id = $1';
    await database.query(verified, [id, email]).catch((cause: unknown) => {
      if (codeOf(cause) !== UNIQUE_VIOLATION) throw cause;
      throw new Failed(`Another account has the address ${email}.`, [], { cause });
    });
    // Also those that are used: they verified the old address.
    await database.query('delete from app.mail_links where user_id = $1', [id]);
    const unsent = 'update app.mail_outbox set link_token = null where user_id = $1 and sent_at is null';
    await database.query(unsent, [id]);
    const now = new Date();
    await endAllSessions(database, id, now);
    await sendMailLink(database, { userId: id, purpose: 'VERIFY', now });
    return true;
  },
  words: (_, { fullName }, email) => `${fullName} now has the address ${email}, and gets a mail there to verify it.`,
});

const removeAuthenticatorCommand = changing({
  name: 'remove-authenticator',
  summary: 'let a golfer with a role set up another authenticator',
  about: `
For a golfer with a role who has lost the phone with the authenticator app. Make sure that the request comes from
the golfer: until another one is set up on /ops, the password alone is enough to do so. Open sessions lose the role's access at once.`,
  examples: [
    ['A lost phone', `accounts remove-authenticator ann@example.com --reason 'Lost the phone, came to the office'`],
  ],
  act: 'REMOVE_AUTHENTICATOR',
  change: (database, { id }) => removeSecondFactor(database, id),
  words: (changed, account) =>
    `${named(account)} ${changed ? 'has to set up another authenticator on /ops' : 'has no authenticator'}.`,
});

/** 30 days of 24 hours with six kinds each make at most 4,320 rows. */
const SIGN_INS_SHOWN = 4_500;

const signInsCommand: CommandSpec = {
  name: 'sign-ins',
  summary: 'why a golfer cannot sign in or gets no mails, and how often an account was signed in to',
  about: `
Shows whether the email is verified and the account blocked, when the mail server accepted the latest mail, and how many mails wait for
it. Then lists for the last 30 days, latest hour first, how often a sign-in succeeded (SIGN_IN) or was refused after the password was checked
(REFUSED), how often the password was reset by link (RESET) or changed by the golfer (CHANGE), and how often an authenticator code was
right (CODE) or wrong (CODE_REFUSED). Every use is recorded (audit reads).`,
  args: [['<account>', 'its address or id; part of a name lists the accounts with it']],
  examples: [
    ['A golfer cannot sign in, or thinks that another person knows the password', 'accounts sign-ins ann@example.com'],
  ],
  run: async (job, _options: object, given: string) => {
    const pool = openPool(job, await openMigrated(job));
    const account = await inTransaction(pool, (client) => lockAccount(client, given));
    const { id, verified, blocked } = account;
    await recordRead(job.shell, pool, { what: 'sign-ins', subject: id });
    const mails = await mailsOf(pool, id);
    const hours = await listSignIns(pool, id, SIGN_INS_SHOWN);
    const rows = hours.map(({ hour, kind, times }) => [hour, kind, String(times)]);
    const words = [
      `${named(account)}: email ${verified ? '' : 'not '}verified, ${blocked ? '' : 'not '}blocked`,
      `Latest mail: ${mails.sentAt ?? 'none in the last 30 days'}; waiting for the mail server: ${mails.waiting}`,
      textTable(['HOUR', 'WHAT', 'TIMES'], rows),
    ];
    job.result({ userId: id, verified, blocked, mails, hours }, words.join('\n'));
  },
};

export const accountsCommand: CommandSpec = {
  name: 'accounts',
  summary: 'block an account, change its address, remove its authenticator, or see its sign-ins',
  about: `
Commands for support. Changes to an account take effect immediately in every process, and are recorded with operator, time and reason
(audit acts).`,
  commands: [blockCommand, unblockCommand, changeEmailCommand, removeAuthenticatorCommand, signInsCommand],
};

/** When the mail server accepted the golfer's latest mail, and how many are due. */
async function mailsOf(database: Queries, userId: string): Promise<{ sentAt: string | null; waiting: number }> {
  const { rows } = await database.query<{ sentAt: string | null; waiting: number }>(
    `select ${isoTime('max(sent_at)')} as "sentAt",
       count(*) filter (where coalesce(link_token, about::text) is not null and sent_at is null and due_at <= now())::int as waiting
     from app.mail_outbox where user_id = $1`,
    [userId],
  );
  return rows[0] ?? { sentAt: null, waiting: 0 };
}

function emailOf(given: string): string {
  const email = given.trim().toLowerCase();
  if (isEmailAddress(email)) return email;
  throw new InvalidArgumentError(`${MESSAGES.emailInvalid}: ${given}`);
}

const named = ({ fullName, email }: Pick<Account, 'fullName' | 'email'>): string => `${fullName} <${email}>`;

const NAMED_ALIKE = 20;

/**
 * Locks and returns the account with this address or id. Throws `Failed`, naming the accounts whose golfer's name
 * contains the text, if there is none or it is being deleted.
 */
async function lockAccount(database: Queries, given: string): Promise<Account> {
  const { rows } = await database.query<Account>(
    `select id, full_name as "fullName", email, email_verified_at is not null as verified, blocked_at is not null as blocked
     from app.users
     where (lower(email) = lower($1) or id = $2) and deletion_requested_at is null for no key update`,
    [given.trim(), idIn(given)],
  );
  const [account] = rows;
  if (account !== undefined) return account;
  const { rows: alike } = await database.query<Pick<Account, 'fullName' | 'email'>>(
    `select full_name as "fullName", email from app.users
     where position(app.plain_name($1) in app.plain_name(full_name)) > 0 and deletion_requested_at is null
     order by lower(full_name), id limit ${NAMED_ALIKE}`,
    [given.trim()],
  );
  const choice = alike.length === 0 ? '' : ` Accounts with such a name:\n${alike.map(named).join('\n')}`;
  throw new Failed(`There is no account with the address or id ${given}.${choice}`);
}
