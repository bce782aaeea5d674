/**
 * The canonical JSON text of a value (RFC 8785), the input of hashes: names sorted by UTF-16 code units, numbers and
 * strings as JavaScript serialises them, no spaces. Throws a TypeError for values that JSON cannot represent.
 */
export function canonicalJson(value: object): string {
  return write(value);
}

function write(value: unknown): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is not a JSON number`);
    // JSON writes -0 as 0.
    return `${value === 0 ? 0 : value}`;
  }
  if (value === null || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object') throw new TypeError(`Not a JSON value: ${typeof value}`);
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON());
  if (Array.isArray(value)) return `[${Array.from(value, (each: unknown) => write(each ?? null)).join(',')}]`;
  let fields = '';
  for (const name of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[name];
    // `JSON.stringify` omits undefined fields too.
    if (field !== undefined) fields += `${fields === '' ? '' : ','}${textOf(name)}:${write(field)}`;
  }
  return `{${fields}}`;
}

/** Text that needs no escaping, as most names, ids and times do not: printable ASCII except quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/;

function textOf(value: string): string {
  return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
}
