import { resetMail, verifyMail } from './account.mail.js';
import { invitationMail } from './invitation.mail.js';
import type { MailKind } from './mail.kind.js';
import { resultMail } from './result.mail.js';
import { signatureMail } from './signature.mail.js';

/** Every kind of mail. `remindAfterMs`: how long a round must be idle before a reminder to sign, milliseconds. */
export function mailKinds(remindAfterMs?: number): MailKind[] {
  return [verifyMail, resetMail, invitationMail, signatureMail(remindAfterMs), resultMail];
}
