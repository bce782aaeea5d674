import { Passwords } from '@fairmark/api/auth/passwords';
import { endAllSessions, recordAct, transaction, withDatabase } from '@fairmark/server';
import { operatorOf } from '../audit/operator.js';
import type { CommandSpec } from '../shell/command.js';
import { onDatabase } from '../shell/open.js';
import { counted } from '../shell/output.js';

/** `handicap`: a plus handicap is negative. Ten digits name the home course, which is the club for most golfers. */
const ACCOUNTS = [
  { fullName: 'Alex Tran', gender: 'MALE', handicap: 12.4, golflinkNumber: '2099000001' },
  { fullName: 'Bindi Walker', gender: 'FEMALE', handicap: 18.7, golflinkNumber: '2099000002' },
  { fullName: 'Callum Reid', gender: 'MALE', handicap: -1.8, golflinkNumber: '2099000003' },
  { fullName: 'Dana Petrov', gender: 'FEMALE', handicap: 6.2, golflinkNumber: '2099000004' },
  { fullName: 'Ewan Doyle', gender: 'MALE', handicap: 24.9, golflinkNumber: '2099000005' },
  { fullName: 'Farah Aziz', gender: 'FEMALE', handicap: 31.5, golflinkNumber: '3099000006' },
  { fullName: 'Gus Marino', gender: 'MALE', handicap: 9.1, golflinkNumber: '2099000007' },
  { fullName: 'Hana Sato', gender: 'FEMALE', handicap: 14.3, golflinkNumber: '2099000008' },
  { fullName: 'Ivan Kovac', gender: 'MALE', handicap: 17.6, golflinkNumber: '1099000009' },
  { fullName: 'Jess Barker', gender: 'FEMALE', handicap: 42, golflinkNumber: '5099000010' },
  { fullName: 'Kiran Patel', gender: 'MALE', handicap: 5.5, golflinkNumber: '2099000011' },
  { fullName: 'Lucy Oakes', gender: 'FEMALE', handicap: 22.8, golflinkNumber: '70990012' },
] as const;

/** The golfers of the demo, all invented: `.test` cannot receive mail. `npm start` suggests signing in as the first. */
export const DEMO_ACCOUNTS = ACCOUNTS.map((account) => {
  return { ...account, email: `${account.fullName.split(' ')[0]?.toLowerCase()}@demo.fairmark.test` };
});

/** The number of the club's course in the demo's file of courses. */
export const DEMO_CLUB = '20990';

/** The password of every demo golfer. */
export const DEMO_PASSWORD = 'fairway-demo-1';

/** `demo-players`: creates the golfers of the demo who are missing, or locks all of them out. */
export const demoPlayersCommand: CommandSpec = {
  name: 'demo-players',
  summary: 'create the golfers of the demo, or lock them out',
  options: [['--lock-out', 'lock them out, because their password is public']],
  examples: [
    ['Create those who are missing, and let those in who were locked out', 'demo-players'],
    ['Before golfers use an installation', 'demo-players --lock-out'],
  ],
  run: async (job, { lockOut = false }: { lockOut?: boolean }) => {
    const operator = operatorOf(job.shell);
    const changed = await onDatabase(job, (url) => lockDemoAccounts(url, lockOut, operator));
    if (lockOut) {
      const words = `${counted(changed, 'demo golfer')} locked out, because their password is public`;
      job.result({ locked: changed }, words);
      return;
    }
    const created = await onDatabase(job, seedDemoAccounts);
    const words = `${created} of ${DEMO_ACCOUNTS.length} demo golfers created; ${DEMO_ACCOUNTS[0]?.email} signs in with ${DEMO_PASSWORD}`;
    job.result({ created }, words);
  },
};

/** Creates the demo's golfers who are missing, with verified emails. Returns how many were created. */
export function seedDemoAccounts(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
       select gen_random_uuid(), "fullName", email, "golflinkNumber", handicap, gender, $2, now()
         from jsonb_to_recordset($1)
           as account ("fullName" text, email text, "golflinkNumber" text, handicap float8, gender text)
       on conflict do nothing`,
      [JSON.stringify(DEMO_ACCOUNTS), await new Passwords().hash(DEMO_PASSWORD)],
    );
    return rowCount ?? 0;
  });
}

/** Locks the demo's golfers out, whose password is public, or lets them in again. Returns how many that changed. */
function lockDemoAccounts(databaseUrl: string, out: boolean, operator: string): Promise<number> {
  const how = out ? ({ act: 'BLOCK', reason: 'DEMO=off' } as const) : ({ act: 'UNBLOCK', reason: 'DEMO=on' } as const);
  return withDatabase(databaseUrl, (client) =>
    transaction(client, async () => {
      const { rows } = await client.query<{ id: string }>(
        `update app.users set blocked_at = case when $2 then clock_timestamp() end
         where lower(email) = any ($1) and (blocked_at is null) = $2 returning id`,
        [DEMO_ACCOUNTS.map(({ email }) => email), out],
      );
      for (const { id } of rows) {
        if (out) await endAllSessions(client, id, new Date());
        await recordAct(client, { operator, ...how, subject: id, userId: id });
      }
      return rows.length;
    }),
  );
}
