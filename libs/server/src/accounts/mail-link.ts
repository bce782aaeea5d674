import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { LIMITS } from '@fairmark/contract';
import type { Queries } from '../database/queries.js';

/** Links in mails by purpose: the kind of mail, and how long the link works. */
export const MAIL_LINKS = {
  VERIFY: { mail: 'VERIFY_EMAIL', lifeMs: LIMITS.verifyLinkMs },
  RESET: { mail: 'RESET_PASSWORD', lifeMs: LIMITS.resetLinkMs },
} as const;
export type LinkPurpose = keyof typeof MAIL_LINKS;

const TOKEN_BYTES = 32;

export const linkTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a link, expires earlier links of its purpose and puts its mail into the outbox. For use in a transaction. */
export async function sendMailLink(
  database: Queries,
  { userId, purpose, now }: { userId: string; purpose: LinkPurpose; now: Date },
): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { mail, lifeMs } = MAIL_LINKS[purpose];
  await database.query(
    `with expired as (
       update app.mail_links set expires_at = $3
       where user_id = $1 and purpose = $2 and used_at is null and expires_at > $3
     ), link as (
       insert into app.mail_links (token_hash, user_id, purpose, expires_at, created_at) values ($4, $1, $2, $5, $3)
     )
     insert into app.mail_outbox (cause, kind, user_id, link_token, created_at) values ($6, $7, $1, $8, $3)`,
    [userId, purpose, now, linkTokenHash(token), new Date(now.getTime() + lifeMs), randomUUID(), mail, token],
  );
}
