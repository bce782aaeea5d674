import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** How a mail server of a test behaves. Both are called again for every attempt; what they throw is its refusal. */
export interface MailServerBehaviour {
  /** Before it accepts a recipient. */
  recipient?(address: string): Promise<void>;
  /** When it has the whole mail, before it says so. */
  mail?(address: string): Promise<void>;
}

export async function startMailServer(port: number, behaviour: MailServerBehaviour): Promise<() => Promise<void>> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      Promise.resolve(behaviour.recipient?.(address)).then(() => done(), done);
    },
    onData: (stream, { envelope }, done) => {
      stream.resume().on('end', () => {
        Promise.resolve(behaviour.mail?.(envelope.rcptTo[0]?.address ?? '')).then(() => done(), done);
      });
    },
  });
  // A client that hangs up before the answer is what some tests are about.
  smtp.on('error', () => undefined);
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  return async () => {
    if (smtp.server.listening) await new Promise<void>((resolve) => smtp.close(() => resolve()));
  };
}

/** A refusal with its code, as a mail server says it. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
