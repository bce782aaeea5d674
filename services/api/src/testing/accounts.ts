import type { AccountMailKind } from '@fairmark/server';
import { registration, type CallOptions, type TestApi } from './api.js';

/** Registers, and verifies the email. */
export async function verifiedAccount(api: TestApi, options?: CallOptions): Promise<ReturnType<typeof registration>> {
  const account = registration();
  await api.call('POST', '/api/auth/register', account, options);
  const token = await newestLink(api, account.email, 'VERIFY_EMAIL');
  const { status } = await api.call('GET', `/api/auth/verify-email?token=${token}`, undefined, options);
  expect(status).toBe(200);
  return account;
}

/** Tokens of the links in the outbox for an email, oldest first. */
export async function linkTokens(api: TestApi, email: string, kind: AccountMailKind): Promise<string[]> {
  const rows = await api.sql<{ token: string }>(
    `select o.link_token as token from app.mail_outbox o join app.users u on u.id = o.user_id
      where lower(u.email) = lower($1) and o.kind = $2 order by o.created_at, o.cause`,
    [email, kind],
  );
  return rows.map(({ token }) => token);
}

export async function newestLink(api: TestApi, email: string, kind: AccountMailKind): Promise<string> {
  const token = (await linkTokens(api, email, kind)).at(-1);
  if (token === undefined) throw new Error(`No ${kind} link for ${email}`);
  return token;
}
