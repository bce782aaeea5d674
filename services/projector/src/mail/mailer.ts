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
