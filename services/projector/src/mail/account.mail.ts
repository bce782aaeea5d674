import { APP_SCHEMA, linkTokenHash, MAIL_LINKS, type LinkPurpose } from '@fairmark/server';
import type { Letter } from './mail.layout.js';
import { Dropped, type MailKind } from './mail.kind.js';

/** Verifies the address of a new account, or the new address that support gave an account. */
export const verifyMail = linkMail('VERIFY', {
  path: '/verify-email',
  subject: 'Verify your email for Fairmark',
  lead: 'One thing is left before you can sign in to Fairmark: please verify this email address.',
  button: 'Verify email',
  why: 'You get this email because this address was given for a Fairmark account. If the account is not yours, ignore this email and do not verify: its password was chosen by another person.',
});

export const resetMail = linkMail('RESET', {
  path: '/reset-password',
  subject: 'Set a new Fairmark password',
  lead: 'A new password was requested for your Fairmark account, most likely by you.',
  button: 'Set new password',
  why: 'You get this email because of that request. If it was not you, you can ignore this email: your password stays as it is.',
});

type LinkLetter = Pick<Letter, 'path' | 'subject' | 'lead' | 'button' | 'why'>;

/** A mail with a link that works once, for a limited time. The mail is dropped if the link no longer works. */
function linkMail(purpose: LinkPurpose, { path, ...words }: LinkLetter): MailKind<{ token: string }> {
  const { mail: name, lifeMs } = MAIL_LINKS[purpose];
  return {
    name,
    lifeMs,
    decide: async ({ token }, { createdAt, now, pool }) => {
      const late = now.getTime() - createdAt.getTime() >= lifeMs;
      if (late) return new Dropped('its link expired before it could be sent', true);
      const { rowCount } = await pool.query(
        `select from ${APP_SCHEMA}.mail_links where token_hash = $1 and (used_at is not null or expires_at <= $2)`,
        [linkTokenHash(token), now],
      );
      if (rowCount !== 0) return new Dropped('its link was replaced');
      const life = `The link works once, for ${describe(lifeMs)}.`;
      return { ...words, path: `${path}?token=${encodeURIComponent(token)}`, life };
    },
  };
}

function describe(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 120 ? `${minutes / 60} hours` : `${minutes} minutes`;
}
