/** No mailbox here, user not local, name not allowed; unless the extended code says that it is the server's policy. */
const NO_SUCH_RECIPIENT = /^55[013](?![ -]5\.7\.)/;

/**
 * Whether trying again is useless because the mail server has refused the recipient. What it refuses by policy (5.7: relaying,
 * signing in, reputation) is mended by whoever runs Fairmark or the server, so those mails wait.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('response' in error)) return false;
  return error.command === 'RCPT TO' && NO_SUCH_RECIPIENT.test(String(error.response));
}

/** Code, extended code: what an answer of a mail server begins with. */
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

/**
 * An error as it may be kept: of a mail server's answer only the codes. Its words may quote the golfer, the subject or any
 * part of the mail.
 */
export function withoutWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error)) return error;
  const codes = CODES.exec(String(error.response))?.[0] ?? 'something';
  const command = 'command' in error ? String(error.command) : 'the mail';
  // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be kept
  return new Error(`The mail server answered ${codes} to ${command}`);
}
