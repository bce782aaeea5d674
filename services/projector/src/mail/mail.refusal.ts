/** A code for good with the extended code behind it (RFC 3463), if there is one. */
const FOR_GOOD = /^5\d\d(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/;
/** The recipient's address: no such mailbox, no such domain, moved. 5.1.7 and 5.1.8 are about the sender. */
const NO_SUCH_ADDRESS = /^5\.1\.(?:[1-6]|10)$/;
/** These say too little by themselves: "other address status"; a mailbox that is disabled, or too busy for the moment. */
const AMBIGUOUS = /^5\.(?:1\.0|2\.1)$/;
/** Mailbox unavailable, user not local, name not allowed: where servers without extended codes speak of the recipient. */
const MAILBOX_CODE = /^55[013]/;
const ADDRESSES = /<[^>]*>|\S+@\S+/g;
const OF_THE_RECIPIENT = /\b(?:recipient|user|mailbox|account|address|local.part)\b/i;
const UNKNOWN = /no such|unknown|invalid|not (?:known|found|exist)|no longer exist|n't exist|non-?existent|disabled/i;
const OF_SOMETHING_ELSE =
  /relay|auth|log.?in|polic|den(?:y|ied)|block|black|spam|sender|client|host|reputation|permi|allow|access|\brate\b|later/i;

/**
 * Whether trying again is useless because the mail server knows no such recipient. What it refuses for another reason
 * (relaying, signing in, policy, reputation) is mended by whoever runs Fairmark or the server, so those mails wait. In doubt
 * they wait too: a mail that is given up is lost.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('response' in error)) return false;
  const response = String(error.response);
  const codes = FOR_GOOD.exec(response);
  if (error.command !== 'RCPT TO' || codes === null) return false;
  const extended = codes[1];
  if (extended !== undefined && NO_SUCH_ADDRESS.test(extended)) return true;
  if (extended !== undefined && !AMBIGUOUS.test(extended)) return false;
  return MAILBOX_CODE.test(response) && saysUnknown(response.replace(ADDRESSES, ' '));
}

function saysUnknown(words: string): boolean {
  return OF_THE_RECIPIENT.test(words) && UNKNOWN.test(words) && !OF_SOMETHING_ELSE.test(words);
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
