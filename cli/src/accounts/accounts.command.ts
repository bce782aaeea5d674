import { LIMITS, MESSAGES } from '@fairmark/contract';
import { endAllSessions, recordAct, sendMailLink, type Act } from '@fairmark/server';
import type { Command } from 'commander';
import type { Client } from 'pg';
import { operatorOf } from '../audit/operator.js';
import { Failed, Misused } from '../shell/failure.js';
import { examples, prose, type Register, type Run } from '../shell/job.js';
import { inTransactionOf } from '../shell/transaction.js';
import { withLog } from '../shell/with-log.js';
import { lockAccount, type Account } from './find-account.js';
import { reasonOption } from './reason.js';

const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;.]+$/;
const UNIQUE_VIOLATION = '23505';

/** `accounts block`, `accounts unblock`, `accounts change-email`. */
export const accountsCommand: Register = (parent, run) => {
  const accounts = parent
    .command('accounts')
    .summary('block an account, or change its address')
    .description(
      prose(`
What support does to accounts. Each command takes effect at once in every process, and is recorded with who did it, when and why
(audit acts).`),
    );
  changing(accounts, run, {
    name: 'block',
    summary: 'lock a golfer out',
    about: `
Ends every session and connection of the account within a second, and refuses to sign it in until it is unblocked. Nobody finds the
account any more, to invite it or to add it to a competition. Its rounds stay as they are, and its address stays taken.`,
    lines: [['Spam', `accounts block bob@example.com --reason 'Invites strangers'`]],
    act: 'BLOCK',
    change: async (client, { id, blocked }) => {
      if (blocked) return false;
      await client.query('update app.users set blocked_at = clock_timestamp() where id = $1', [id]);
      await endAllSessions(client, id, new Date());
      return true;
    },
    did: (who) => `${who} is blocked. Every session has ended.`,
    already: (who) => `${who} is blocked already.`,
  });
  changing(accounts, run, {
    name: 'unblock',
    summary: 'let a blocked golfer sign in again',
    about: 'The golfer signs in with the password as before.',
    lines: [['It was a mistake', `accounts unblock bob@example.com --reason 'Confused with another Bob'`]],
    act: 'UNBLOCK',
    change: async (client, { id, blocked }) => {
      if (blocked) await client.query('update app.users set blocked_at = null where id = $1', [id]);
      return blocked;
    },
    did: (who) => `${who} can sign in again.`,
    already: (who) => `${who} is not blocked.`,
  });
  changeEmail(accounts, run);
};

interface Change {
  name: string;
  summary: string;
  about: string;
  lines: readonly (readonly [why: string, line: string])[];
  act: Act;
  /** True: it changed something. */
  change: (client: Client, account: Account) => Promise<boolean>;
  did: (who: string) => string;
  already: (who: string) => string;
}

interface Given {
  reason: string;
}

function changing(parent: Command, run: Run, { name, summary, about, lines, act, change, did, already }: Change): void {
  parent
    .command(name)
    .summary(summary)
    .description(prose(about))
    .argument('<account>', 'its address or id')
    .addOption(reasonOption())
    .addHelpText('after', examples(...lines))
    .action((given: string, { reason }: Given, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const { account, changed } = await inTransactionOf(client, async () => {
            const found = await lockAccount(client, given);
            const done = await change(client, found);
            const recorded = { operator: operatorOf(shell), act, subject: found.id, userId: found.id, reason };
            if (done) await recordAct(client, recorded);
            return { account: found, changed: done };
          });
          const who = `${account.fullName} <${account.email}>`;
          output.result({ ok: true, changed, userId: account.id }, changed ? did(who) : already(who));
        }),
      ),
    );
}

function changeEmail(parent: Command, run: Run): void {
  parent
    .command('change-email')
    .summary('give an account another address')
    .description(
      prose(`
For a golfer who has lost the mailbox, or mistyped the address. Make sure that it is the golfer who asks. Sends a mail to the new
address, whose link has to be opened before the golfer can sign in. Ends every session; links that were mailed before are worthless.
The old address gets no mail, and neither address is in the record.`),
    )
    .argument('<account>', 'its present address, or its id')
    .argument('<address>', 'the new one')
    .addOption(reasonOption())
    .addHelpText(
      'after',
      examples([
        'A new mailbox',
        `accounts change-email ann@example.com ann@example.org --reason 'Asked by phone, knew the last three rounds'`,
      ]),
    )
    .action((given: string, address: string, { reason }: Given, command: Command) =>
      run(command, ({ shell, output }) =>
        withLog(shell, async ({ client }) => {
          const email = emailOf(address);
          const account = await inTransactionOf(client, async () => {
            const found = await lockAccount(client, given);
            if (found.email.toLowerCase() === email) throw new Failed(`The account has the address ${email} already.`);
            await setEmail(client, found.id, email);
            const recorded = { act: 'CHANGE_EMAIL', subject: found.id, userId: found.id, reason } as const;
            await recordAct(client, { operator: operatorOf(shell), ...recorded });
            return found;
          });
          output.result(
            { ok: true, userId: account.id },
            `${account.fullName} has the address ${email} from now on, and gets a mail there to verify it.`,
          );
        }),
      ),
    );
}

function emailOf(given: string): string {
  const email = given.trim().toLowerCase();
  if (EMAIL.test(email) && email.length <= LIMITS.emailMax) return email;
  throw new Misused(`${MESSAGES.emailInvalid}: ${given}`);
}

/** Nothing that was mailed to the old address is worth anything afterwards. */
async function setEmail(client: Client, userId: string, email: string): Promise<void> {
  try {
    await client.query('update app.users set email = $2, email_verified_at = null where id = $1', [userId, email]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    throw new Failed(`Another account has the address ${email}.`, [], { cause: error });
  }
  const now = new Date();
  await client.query('update app.mail_links set used_at = $2 where user_id = $1 and used_at is null', [userId, now]);
  await endAllSessions(client, userId, now);
  await sendMailLink(client, { userId, purpose: 'VERIFY', now });
}
