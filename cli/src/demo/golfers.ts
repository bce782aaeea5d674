import { randomUUID } from 'node:crypto';
import { Passwords } from '@fairmark/api/auth/passwords';
import type { Gender } from '@fairmark/contract';
import { endAllSessions, recordAct, transaction, withDatabase } from '@fairmark/server';

/** The golfers of the demo. They and their addresses are invented: `.test` cannot receive mail. */

/** `handicap`: a plus handicap is negative. Ten digits name the home course, which is the club for most golfers. */
type Golfer = [name: string, gender: Gender, handicap: number, golflinkNumber: string];

const GOLFERS: readonly Golfer[] = [
  ['Alex Tran', 'MALE', 12.4, '2099000001'],
  ['Bindi Walker', 'FEMALE', 18.7, '2099000002'],
  ['Callum Reid', 'MALE', -1.8, '2099000003'],
  ['Dana Petrov', 'FEMALE', 6.2, '2099000004'],
  ['Ewan Doyle', 'MALE', 24.9, '2099000005'],
  ['Farah Aziz', 'FEMALE', 31.5, '3099000006'],
  ['Gus Marino', 'MALE', 9.1, '2099000007'],
  ['Hana Sato', 'FEMALE', 14.3, '2099000008'],
  ['Ivan Kovac', 'MALE', 17.6, '1099000009'],
  ['Jess Barker', 'FEMALE', 42, '5099000010'],
  ['Kiran Patel', 'MALE', 5.5, '2099000011'],
  ['Lucy Oakes', 'FEMALE', 22.8, '70990012'],
];

/** The golfers of the demo. `npm start` suggests signing in as the first one. */
export const DEMO_ACCOUNTS = GOLFERS.map(([fullName, gender, handicap, golflinkNumber]) => {
  return {
    fullName,
    email: `${fullName.split(' ')[0]?.toLowerCase()}@demo.fairmark.test`,
    gender,
    handicap,
    golflinkNumber,
  };
});

/** The number of the club's course in the demo's file of courses. */
export const DEMO_CLUB = '20990';

/** The password of every demo golfer. */
export const DEMO_PASSWORD = 'fairway-demo-1';

/** Creates the demo's golfers who are missing, with verified emails. Returns how many were created. */
export function seedDemoAccounts(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (client) => {
    const passwordHash = await new Passwords().hash(DEMO_PASSWORD);
    let created = 0;
    for (const { fullName, email, gender, handicap, golflinkNumber } of DEMO_ACCOUNTS) {
      const { rowCount } = await client.query(
        `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
         values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict do nothing`,
        [randomUUID(), fullName, email, golflinkNumber, handicap, gender, passwordHash],
      );
      created += rowCount ?? 0;
    }
    return created;
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
