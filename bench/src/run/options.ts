import { parseArgs } from 'node:util';

/** The options of a command by name: numbers, lists of numbers, and texts, which are empty by default. */
export type Options = Record<string, number | readonly number[] | ''>;

type Read<Known extends Options> = {
  [Name in keyof Known]: Known[Name] extends number ? number : Known[Name] extends '' ? string : readonly number[];
};

/** The options of the command line, completed with defaults. No number is negative; only seconds may be a fraction. */
export function readOptions<Known extends Options>(args: string[], defaults: Known): Read<Known> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options });
  const given = Object.entries(values).map(([name, text]) => {
    if (defaults[name] === '') return [name, text];
    const isList = typeof defaults[name] === 'object';
    const numbers = (isList ? String(text).split(',') : [text]).map(Number);
    if (!numbers.every((value) => value >= 0 && (name === 'seconds' || Number.isInteger(value)))) {
      throw new Error(`--${name} is ${isList ? 'a list of numbers' : 'a number'} like ${String(defaults[name])}`);
    }
    return [name, isList ? numbers : numbers[0]];
  });
  return { ...defaults, ...Object.fromEntries(given) };
}

/** The command line with all its options. */
export function commandLine(command: string, options: Record<string, number | readonly number[] | string>): string {
  // Texts are not printed: an address may contain a password.
  const typed = Object.entries(options).flatMap(([name, value]) => {
    if (value === '') return [];
    return ` --${name} ${typeof value === 'string' ? name.toUpperCase() : String(value)}`;
  });
  return `npm run bench -- ${command}${typed.join('')}`;
}
