import { Passwords } from '@fairmark/api/auth/passwords';
import type { Gender } from '@fairmark/contract';
import { endAllSessions, recordAct, transaction, withDatabase } from '@fairmark/server';

/** The golfers of the demo. They and their addresses are invented: `.test` cannot receive mail. */

/** `handicap`: a plus handicap is negative. Ten digits name the home course, which is the club for most golfers. */
type Account = Record<'fullName' | 'golflinkNumber', string> & { gender: Gender; handicap: number };

const ACCOUNTS: readonly Account[] = [
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
];

/** The golfers of the demo. `npm start` suggests signing in as the first one. */
export const DEMO_ACCOUNTS = ACCOUNTS.map((account) => {
  return { ...account, email: `${account.fullName.split(' ')[0]?.toLowerCase()}@demo.fairmark.test` };
});

/** The number of the club's course in the demo's file of courses. */
export const DEMO_CLUB = '20990';

/** The password of every demo golfer. */
export const DEMO_PASSWORD = 'fairway-demo-1';

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
export function lockDemoAccounts(databaseUrl: string, out: boolean, operator: string): Promise<number> {
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
