import { ApiError, messageOf } from '../api/call/errors.js';

interface FormRefusal {
  fields: Record<string, string>;
  /** Said in a banner; null when the fields say all of it. */
  banner: string | null;
}

/** What a thrown error says to a form with these fields. INVALID_INPUT names its fields in the details. */
export function refusalOf(error: unknown, names: readonly string[]): FormRefusal {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_INPUT') return { fields: {}, banner: messageOf(error) };
  const said = Object.entries(error.details).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const known = said.filter(([name]) => names.includes(name));
  const all = known.length > 0 && known.length === Object.keys(error.details).length;
  return { fields: Object.fromEntries(known), banner: all ? null : error.message };
}
