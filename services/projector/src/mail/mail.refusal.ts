/** What an answer begins with that is about the recipient's address: no such mailbox, no such domain, moved (RFC 3463). */
const NO_SUCH_ADDRESS = /^5\d\d[ -]5\.1\.(?:[1-6]|10)\b/;

/**
 * Whether trying again is useless because the mail server knows no such recipient. What it refuses for another reason
 * (relaying, signing in, policy, reputation) is for the operators of Fairmark or of the server to mend, so those mails wait. In doubt,
 * so without an extended code, they wait too: a mail that is given up is lost.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('response' in error)) return false;
  return error.command === 'RCPT TO' && NO_SUCH_ADDRESS.test(String(error.response));
}

/** Code, extended code: what an answer of a mail server begins with. */
const CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

/** An error as it may be kept: only a mail server's codes, since its words may quote the golfer or the mail. */
export function withoutWords(error: unknown): unknown {
  if (!(error instanceof Error) || !('response' in error)) return error;
  const codes = CODES.exec(String(error.response))?.[0] ?? 'something';
  const command = 'command' in error ? String(error.command) : 'the mail';
  // oxlint-disable-next-line preserve-caught-error -- the cause is what must not be kept
  return new Error(`The mail server answered ${codes} to ${command}`);
}
