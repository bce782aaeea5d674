import type { Config } from '@fairmark/server';
import { createTransport, type SendMailOptions } from 'nodemailer';

export type MailerOptions = Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>;

/** RFC 5321, 4.5.3.2.6: accepting a mail may take 10 minutes. A shorter timeout would send accepted mails twice. */
const ANSWERS_WITHIN_MS = 600_000;
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, dnsTimeout: 10_000 };
/** Against absence notes: RFC 3834, and for Exchange, which ignores that. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** Sends mails through the operator's mail server. A mail sent again under the same id repeats its Message-ID. */
export function openMailer({ smtpUrl, mailFrom, publicUrl }: MailerOptions, socketTimeout = ANSWERS_WITHIN_MS) {
  // A greeting and a Message-ID have an IPv4 address in brackets (RFC 5321, 4.1.3); some servers refuse a bare one.
  const domain = new URL(publicUrl).hostname.replace(/^[\d.]+$/, '[$&]');
  // Containers have no full host name, and [127.0.0.1], which would replace it, is a greeting that relays distrust.
  const server = { url: smtpUrl, name: domain, ...TIMEOUTS, socketTimeout };
  const transport = createTransport(server, { from: mailFrom, headers: AUTOMATIC });
  return {
    send: (id: string, mail: SendMailOptions) => transport.sendMail({ ...mail, messageId: `<${id}@${domain}>` }),
    close: () => transport.close(),
  };
}

/** How answers about the recipient's address begin: no such mailbox, no such domain, moved (RFC 3463). */
const NO_SUCH_ADDRESS = /^5\d\d[ -]5\.1\.(?:[1-6]|10)\b/;

/** Whether the recipient does not exist. In doubt a mail waits: operators can fix the rest. */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('response' in error)) return false;
  return error.command === 'RCPT TO' && NO_SUCH_ADDRESS.test(String(error.response));
}

/** The code and extended code at the beginning of a mail server's answer. */
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

/** Reduces a mail server's error to its codes, since its text may quote the golfer's address or the mail. */
export function withoutWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error)) return error;
  const codes = CODES.exec(String(error.response))?.[0] ?? 'something';
  const command = 'command' in error ? String(error.command) : 'the mail';
  // Without its cause, which must not be kept.
  return new Error(`The mail server answered ${codes} to ${command}`);
}
