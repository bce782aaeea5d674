import { LIMITS } from '@fairmark/contract';
import type { AccountMailKind } from '@fairmark/platform';

export interface Message {
  subject: string;
  text: string;
  html: string;
}

export interface MessageInput {
  kind: AccountMailKind;
  fullName: string;
  token: string;
  publicUrl: string;
}

interface Wording {
  path: string;
  /** How long the link works, milliseconds. */
  lifeMs: number;
  subject: string;
  lead: string;
  button: string;
  notMe: string;
}

const WORDINGS: Record<AccountMailKind, Wording> = {
  VERIFY_EMAIL: {
    path: '/verify-email',
    lifeMs: LIMITS.verifyLinkMs,
    subject: 'Verify your email for Fairmark',
    lead: 'Welcome to Fairmark. One thing is left before your first round: please verify this email address.',
    button: 'Verify email',
    notMe: 'If you did not create an account, you can ignore this email and nothing happens.',
  },
  RESET_PASSWORD: {
    path: '/reset-password',
    lifeMs: LIMITS.resetLinkMs,
    subject: 'Set a new Fairmark password',
    lead: 'Somebody, most likely you, asked for a new password for your Fairmark account.',
    button: 'Set new password',
    notMe: 'If it was not you, you can ignore this email: your password stays as it is.',
  },
};

/** How long the link of a mail works, milliseconds. A mail that could not be sent for so long is not sent any more. */
export function linkLifeMs(kind: AccountMailKind): number {
  return WORDINGS[kind].lifeMs;
}

/** A mail's words: plain text, and the same as a simple page that needs nothing from elsewhere. */
export function composeMessage({ kind, fullName, token, publicUrl }: MessageInput): Message {
  const { path, lifeMs, subject, lead, button, notMe } = WORDINGS[kind];
  const link = `${publicUrl}${path}?token=${encodeURIComponent(token)}`;
  const life = `The link works once, for ${inWords(lifeMs)}.`;
  const text = [`Hello ${fullName},`, lead, `${button}:\n${link}`, life, notMe, 'Good golf,\nFairmark'].join('\n\n');
  return {
    subject,
    text: `${text}\n`,
    html: page({ greeting: `Hello ${fullName},`, lead, link, button, life, notMe }),
  };
}

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 120 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

function page(parts: Record<'greeting' | 'lead' | 'link' | 'button' | 'life' | 'notMe', string>): string {
  const { greeting, lead, link, button, life, notMe } = Object.fromEntries(
    Object.entries(parts).map(([name, text]) => [name, escape(text)]),
  );
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Fairmark</title></head>
<body style="margin:0;background:#f2f5f1;${font};color:#1d2b22">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px">
<tr><td style="padding:28px 32px 0;font-size:20px;font-weight:700;color:#14532d">Fairmark</td></tr>
<tr><td style="padding:20px 32px 0;font-size:16px;line-height:24px">${greeting}</td></tr>
<tr><td style="padding:12px 32px 0;font-size:16px;line-height:24px">${lead}</td></tr>
<tr><td style="padding:24px 32px 0"><a href="${link}" style="display:inline-block;padding:14px 28px;background:#14532d;color:#ffffff;text-decoration:none;border-radius:8px;font-size:16px;font-weight:600">${button}</a></td></tr>
<tr><td style="padding:24px 32px 0;font-size:14px;line-height:20px;color:#4b5b51">${life} If the button does nothing, open this address:<br><a href="${link}" style="color:#14532d;word-break:break-all">${link}</a></td></tr>
<tr><td style="padding:16px 32px 32px;font-size:14px;line-height:20px;color:#4b5b51">${notMe}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
