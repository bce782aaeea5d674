import { createRequire } from 'node:module';

/** The package is CommonJS and its types describe an ES module, hence the detour. */
const canonicalize: (value: unknown) => string | undefined = createRequire(import.meta.url)('canonicalize');

/** One text per value (RFC 8785): what hashes are made of. Throws for what JSON cannot hold. */
export function canonicalJson(value: object): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Not a JSON value');
  return text;
}
