import type { Json } from '../envelope/envelope.js';

/** A folded state as JSON: maps as objects, sets as lists. */
export function readable(state: unknown): Json {
  const text = JSON.stringify(state, (_key, value: unknown) => {
    if (value instanceof Map) return Object.fromEntries(value);
    return value instanceof Set ? [...value] : value;
  });
  return JSON.parse(text) as Json;
}
