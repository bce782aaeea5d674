/**
 * One text per value (RFC 8785): what hashes are made of. Names in the order of their UTF-16 units, numbers and texts as JavaScript
 * writes them, no spaces. Throws for what JSON cannot hold.
 */
export function canonicalJson(value: object): string {
  return write(value);
}

function write(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
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

function writeList(values: readonly unknown[]): string {
  let text = '[';
  for (const [at, value] of values.entries()) text += `${at === 0 ? '' : ','}${write(value ?? null)}`;
  return `${text}]`;
}

function writeFields(fields: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const name of inOrder(Object.keys(fields))) {
    const value = fields[name];
    // As `JSON.stringify` leaves them out.
    if (value === undefined) continue;
    text += `${text.length > 1 ? ',' : ''}${JSON.stringify(name)}:${write(value)}`;
  }
  return `${text}}`;
}

/** Sorts in place. An event has a dozen names, mostly in order: that takes less than `sort` does. */
function inOrder(names: string[]): string[] {
  if (names.length > 32) return names.sort();
  for (let at = 1; at < names.length; at += 1) {
    const name = names[at] as string;
    let place = at;
    for (let before = names[place - 1]; place > 0 && before !== undefined && before > name; before = names[place - 1]) {
      names[place] = before;
      place -= 1;
    }
    names[place] = name;
  }
  return names;
}
