import * as is from '@fairmark/server/config/setting-kinds';
import { Command, InvalidArgumentError, Option, type Argument } from 'commander';
import type { Job } from './job.js';

/** A command, or a group of them, as data. Descriptions are paragraphs with empty lines between them. */
export interface CommandSpec {
  name: string;
  summary: string;
  /** The help text; the summary by default. */
  about?: string;
  args?: readonly (Argument | readonly [name: string, description: string])[];
  options?: readonly (Option | readonly [flags: string, description: string, fallback?: string])[];
  /** What each is for, and its command line. */
  examples?: readonly (readonly [why: string, line: string])[];
  /** Tells the operator the state of the work after Ctrl-C. */
  interrupted?: string;
  /** Does the work, with the options and the arguments that were given. */
  run?(job: Job, options: object, ...args: unknown[]): Promise<void>;
  commands?: readonly CommandSpec[];
}

export type Run = (spec: CommandSpec, options: object, args: unknown[]) => Promise<void>;

/** Adds a command to its parent. Every command that does something also takes --json. */
export function addCommand(parent: Command, spec: CommandSpec, run: Run): void {
  const { name, summary, about, args = [], options = [], examples = [], commands = [] } = spec;
  const command = parent.command(name).summary(summary);
  const sentence = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
  // The terminal breaks the lines of a paragraph.
  command.description((about ?? sentence).trim().replaceAll(/(?<!\n)\n(?!\n)/g, ' '));
  for (const one of args) {
    if ('description' in one) command.addArgument(one);
    else command.argument(...one);
  }
  for (const one of options) command.addOption(optionOf(one));
  const lines = examples.map(([why, line]) => `  ${why}:\n    $ npm run ops -- ${line}`);
  if (lines.length > 0) command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  for (const one of commands) addCommand(command, one, run);
  if (spec.run === undefined) return;
  command.option('--json', 'answer in JSON on stdout, and nothing else there (with npm run -s)');
  // Commander passes the arguments, the options and the command.
  command.action((...given: unknown[]) => run(spec, command.optsWithGlobals(), given.slice(0, -2)));
}

function optionOf(one: Option | readonly [flags: string, description: string, fallback?: string]): Option {
  const option = one instanceof Option ? one : new Option(one[0], one[1]).default(one[2]);
  // Commander would read an empty variable as an empty value; it counts as unset.
  if (option.envVar !== undefined && process.env[option.envVar] === '') delete process.env[option.envVar];
  return option;
}

/** Limits of the options that several commands take. */
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
