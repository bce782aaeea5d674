import { parseArgs } from 'node:util';

/** The options of a command by name; all of them are numbers. */
export type Options = Record<string, number>;

/** What the command line says, and the defaults where it says nothing. Only seconds may be a fraction; nothing is negative. */
export function readOptions<Known extends Options>(args: string[], defaults: Known): Record<keyof Known, number> {
  const options = Object.fromEntries(Object.keys(defaults).map((name) => [name, { type: 'string' as const }]));
  const { values } = parseArgs({ args, options });
  const given = Object.entries(values).map(([name, value]) => [name, Number(value)] as const);
  const wrong = given.find(([name, value]) => !(value >= 0 && (name === 'seconds' || Number.isInteger(value))));
  if (wrong !== undefined) throw new Error(`--${wrong[0]} is a number like ${defaults[wrong[0]]}`);
  return { ...defaults, ...Object.fromEntries(given) };
}

/** The command with all its options, as somebody types it. */
export function commandLine(command: string, options: Options): string {
  const typed = Object.entries(options).map(([name, value]) => ` --${name} ${value}`);
  return `npm run bench -- ${command}${typed.join('')}`;
}
