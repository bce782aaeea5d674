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
