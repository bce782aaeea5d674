import type { LinkPurpose, MAIL_LINKS } from '@fairmark/server';
import type { TestApi } from './api.js';

type AccountMailKind = (typeof MAIL_LINKS)[LinkPurpose]['mail'];

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
