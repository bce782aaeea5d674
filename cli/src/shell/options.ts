import * as is from '@fairmark/server/config/setting-kinds';
import { InvalidArgumentError, Option } from 'commander';

/** Options that several commands take, and how their values are read. */

const REASON_MAX = 500;
const LIMIT_MAX = 10_000;

/** Parses an option's value like a setting of this kind. */
export function reading<Value>(kind: is.Kind<Value>): (given: string) => Value {
  return (given) => {
    try {
      return kind(given);
    } catch (error) {
      throw error instanceof is.Refused ? new InvalidArgumentError(`It ${error.message}.`) : error;
    }
  };
}

/** How many rows a command shows. */
export function limitOption(): Option {
  return new Option('--limit <count>', 'maximum rows').default(100).argParser(reading(is.number(1, LIMIT_MAX)));
}

/** What follows a list that its limit may have cut. */
export function cutWords(shown: number, limit: number): string {
  return shown < limit ? '' : `\nThe latest ${limit}: there may be earlier ones (--limit, up to ${LIMIT_MAX}).`;
}

/** Why an operator does something: one line, kept with what was done. */
export function reasonOption(): Option {
  return new Option('--reason <words>', 'why, in your words: recorded with the change. Do not name other golfers')
    .argParser(reasonOf)
    .makeOptionMandatory();
}

function reasonOf(given: string): string {
  const reason = given.trim();
  if (reason === '') throw new InvalidArgumentError('It is empty.');
  if (reason.length > REASON_MAX) throw new InvalidArgumentError(`It has more than ${REASON_MAX} characters.`);
  if (/\p{Cc}/u.test(reason)) throw new InvalidArgumentError('It must be one line of text.');
  return reason;
}
