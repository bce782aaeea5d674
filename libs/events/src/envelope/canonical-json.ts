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
  if (Array.isArray(value)) return `[${Array.from(value, (each: unknown) => write(each ?? null)).join(',')}]`;
  let fields = '';
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    // As `JSON.stringify` leaves them out.
    if (field !== undefined) fields += `${fields === '' ? '' : ','}${textOf(name)}:${write(field)}`;
  }
  return `{${fields}}`;
}

/** Nothing in it is escaped: printable ASCII without quotes and backslashes, as names, ids, hashes and times are. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(value: string): string {
  return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}
