import { LIMITS } from '@fairmark/contract';
import type { AccountMailKind } from '@fairmark/server';
import type { Letter } from './mail.layout.js';
import { plainName } from './mail.words.js';

export interface AccountMail {
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
  why: string;
}

const WORDINGS: Record<AccountMailKind, Wording> = {
  VERIFY_EMAIL: {
    path: '/verify-email',
    lifeMs: LIMITS.verifyLinkMs,
    subject: 'Verify your email for Fairmark',
    lead: 'Welcome to Fairmark. One thing is left before your first round: please verify this email address.',
    button: 'Verify email',
    why: 'You get this email because this address was given for a new Fairmark account. If you did not create it, you can ignore this email and nothing happens.',
  },
  RESET_PASSWORD: {
    path: '/reset-password',
    lifeMs: LIMITS.resetLinkMs,
    subject: 'Set a new Fairmark password',
    lead: 'Somebody, most likely you, asked for a new password for your Fairmark account.',
    button: 'Set new password',
    why: 'You get this email because of that request. If it was not you, you can ignore this email: your password stays as it is.',
  },
};

/** How long the link of a mail works, milliseconds. A mail that could not be sent for so long is not sent any more. */
export function linkLifeMs(kind: AccountMailKind): number {
  return WORDINGS[kind].lifeMs;
}

/** The words of a mail that carries a link of an account. */
export function accountLetter({ kind, fullName, token, publicUrl }: AccountMail): Letter {
  const { path, lifeMs, subject, lead, button, why } = WORDINGS[kind];
  const link = `${publicUrl}${path}?token=${encodeURIComponent(token)}`;
  const life = `The link works once, for ${inWords(lifeMs)}.`;
  return { subject, fullName: plainName(fullName), lead, button, link, life, why };
}

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  return minutes >= 120 ? `${minutes / 60} hours` : `${minutes} minutes`;
}
