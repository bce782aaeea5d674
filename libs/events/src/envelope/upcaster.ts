import type { JsonObject } from './envelope.js';

/** Turns an event's data of one version into data of the next. Pure, and never changed once released. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** By event type, the upcasters from version 1 to 2, from 2 to 3 and so on; types with a single version are missing. */
export type Upcasters<Type extends string = string> = Readonly<Partial<Record<Type, readonly Upcaster[]>>>;

/** The current version of each type among the keys: one more than the number of its upcasters. */
export function versionsOf<Type extends string>(
  types: Readonly<Record<Type, unknown>>,
  upcasters: Upcasters<Type>,
): Record<Type, number> {
  const names = Object.keys(types) as Type[];
  return Object.fromEntries(names.map((type) => [type, (upcasters[type]?.length ?? 0) + 1])) as Record<Type, number>;
}
