import { InvalidArgumentError, Option } from 'commander';

const REASON_MAX = 500;

/** Why an operator does something: one line, kept with what was done. */
export function reasonOption(): Option {
  return new Option('--reason <words>', 'why, in your words: recorded with what you do. Name no other golfer in it')
    .argParser(reasonOf)
    .makeOptionMandatory();
}

function reasonOf(given: string): string {
  const reason = given.trim();
  if (reason === '') throw new InvalidArgumentError('It says nothing.');
  if (reason.length > REASON_MAX) throw new InvalidArgumentError(`It has more than ${REASON_MAX} characters.`);
  if (/\p{Cc}/u.test(reason)) throw new InvalidArgumentError('It is one line of text.');
  return reason;
}
