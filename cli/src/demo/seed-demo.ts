import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fairmark/api/auth/demo-accounts';
import { Passwords } from '@fairmark/api/auth/passwords';

/** Creates the demo's golfers with verified emails; leaves those alone who are there. Answers how many were created. */
export async function seedDemoAccounts(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>(
      'select lower(email) as email from app.users where lower(email) = any($1)',
      [DEMO_ACCOUNTS.map(({ email }) => email)],
    );
    const there = new Set(rows.map(({ email }) => email));
    const passwords = new Passwords();
    let created = 0;
    for (const { fullName, email, gender, handicap, golflinkNumber } of DEMO_ACCOUNTS) {
      if (there.has(email)) continue;
      const { rowCount } = await client.query(
        `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
         values ($1, $2, $3, $4, $5, $6, $7, now()) on conflict do nothing`,
        [randomUUID(), fullName, email, golflinkNumber, handicap, gender, await passwords.hash(DEMO_PASSWORD)],
      );
      created += rowCount ?? 0;
    }
    return created;
  } finally {
    await client.end();
  }
}
