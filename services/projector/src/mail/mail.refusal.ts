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
