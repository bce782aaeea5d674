/**
 * One text per value (RFC 8785): what hashes are made of. Names in the order of their UTF-16 units, numbers and texts as JavaScript
 * writes them, no spaces. Throws for what JSON cannot hold.
 */
export function canonicalJson(value: object): string {
  return write(value);
}

function write(value: unknown): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON`);
    // Minus zero is zero.
    return `${value === 0 ? 0 : value}`;
  }
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object') throw new TypeError(`Not a JSON value: ${typeof value}`);
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON());
  return Array.isArray(value) ? writeList(value) : writeFields(value as Readonly<Record<string, unknown>>);
}

/** Nothing in it is escaped: printable ASCII without quotes and backslashes, as ids, hashes and times are. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(value: string): string {
  return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}

function writeList(values: readonly unknown[]): string {
  let text = '[';
  for (let at = 0; at < values.length; at += 1) text += `${at === 0 ? '' : ','}${write(values[at] ?? null)}`;
  return `${text}]`;
}

function writeFields(fields: Readonly<Record<string, unknown>>): string {
  let text = '{';
  const names = inOrder(Object.keys(fields));
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] as string;
    const value = fields[name];
    // As `JSON.stringify` leaves them out.
    if (value === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${nameOf(name)}${write(value)}`;
  }
  return `${text}}`;
}

/** Names as they are written, with their colon: there are few, and they come again and again. */
const NAMES = new Map<string, string>();
const NAMES_MAX = 1_000;

function nameOf(name: string): string {
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(name)}:`;
  if (NAMES.size < NAMES_MAX) NAMES.set(name, written);
  return written;
}

/** Sorts in place. An event has a dozen names, mostly in order: that takes less than `sort` does. */
function inOrder(names: string[]): string[] {
  if (names.length > 32) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let place = at;
    while (place > 0 && (names[place - 1] as string) > name) {
      names[place] = names[place - 1] as string;
      place -= 1;
    }
    names[place] = name;
  }
  return names;
}
