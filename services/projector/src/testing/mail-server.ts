import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Behaviour of a test's mail server. Both are called for every attempt; an error they throw is its refusal. */
export interface MailServerBehaviour {
  /** Before it accepts a recipient. */
  recipient?(address: string): Promise<void>;
  /** Called with the whole mail received, before it is accepted. `greeting`: the name after EHLO. */
  mail?(address: string, received: { greeting: string; source: string }): Promise<void>;
}

export async function startMailServer(port: number, behaviour: MailServerBehaviour): Promise<() => Promise<void>> {
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      Promise.resolve(behaviour.recipient?.(address)).then(() => done(), done);
    },
    onData: (stream, { envelope, hostNameAppearsAs: greeting }, done) => {
      text(stream)
        .then((source) => behaviour.mail?.(envelope.rcptTo[0]?.address ?? '', { greeting, source }))
        .then(() => done(), done);
    },
  });
  // Some tests disconnect the client before the answer.
  smtp.on('error', () => undefined);
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  return async () => {
    if (smtp.server.listening) await new Promise<void>((resolve) => smtp.close(() => resolve()));
  };
}

/** A refusal with its code, as a mail server sends it. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
