import { once } from 'node:events';
import type { AddressInfo, Server as NetServer } from 'node:net';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { createInbox } from './inbox.js';
import { MailStore, type CaughtMail } from './mail-store.js';

export interface MailCatcherOptions {
  /** Port of the SMTP server; 0 takes a free one. */
  smtpPort: number;
  /** Port of the inbox; 0 takes a free one. */
  httpPort: number;
  /** Where mails are kept across restarts; without it they are kept only in memory. */
  folder?: string;
}

/** A mail server that delivers nothing: every mail is put into an inbox on this machine. */
export type MailCatcher = Awaited<ReturnType<typeof startMailCatcher>>;

const HOST = '127.0.0.1';
const LARGEST_MAIL_BYTES = 256 * 1024;
const TOO_BIG = 552;
const UNREADABLE = 554;

/** Starts the catcher on the loopback address. Rejects when a port is taken. */
export async function startMailCatcher(options: MailCatcherOptions) {
  const store = await MailStore.open(options.folder);
  const smtp = new SMTPServer({
    banner: 'Fairmark mail catcher',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL_BYTES,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      receive(stream, session, store).then(
        (mail) => done(null, `Caught as ${mail.id}`),
        (error: Error) => done(error),
      );
    },
  });
  const web = createInbox(store);
  // A client that disconnects in the middle of a mail must not end the process.
  smtp.on('error', (error) => {
    if (smtp.server.listening) console.error(`SMTP: ${error.message}`);
  });
  try {
    await once(smtp.server.listen(options.smtpPort, HOST), 'listening');
    await once(web.listen(options.httpPort, HOST), 'listening');
  } catch (error) {
    smtp.server.close();
    throw error;
  }
  const smtpPort = portOf(smtp.server);
  const httpPort = portOf(web);
  return {
    smtpPort,
    httpPort,
    smtpUrl: `smtp://${HOST}:${smtpPort}`,
    /** Address of the inbox page. */
    webUrl: `http://localhost:${httpPort}`,
    /** The mails to an address in the order of arrival (the newest `MAILS_KEPT` of all). */
    mailsTo: (address: string) => store.list(address),
    stop: async (): Promise<void> => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  store: MailStore,
): Promise<CaughtMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) if (!stream.sizeExceeded) chunks.push(chunk);
  if (stream.sizeExceeded) throw refusal(TOO_BIG, `A mail may have ${LARGEST_MAIL_BYTES} bytes`);
  const mail = await PostalMime.parse(Buffer.concat(chunks)).catch((error: unknown) => {
    throw refusal(UNREADABLE, `The mail cannot be read: ${String(error)}`);
  });
  const content = {
    from: spelled(mail.from),
    to: session.envelope.rcptTo.map(({ address }) => address),
    subject: mail.subject ?? '',
    messageId: mail.messageId ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
  return store.add(content, new Date());
}

/** An error with the SMTP code to answer. */
function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function spelled(from: Address | undefined): string {
  if (from?.address === undefined) return from?.name ?? '';
  return from.name === '' ? from.address : `${from.name} <${from.address}>`;
}

function portOf(server: NetServer): number {
  return (server.address() as AddressInfo).port;
}
