import type { JsonObject } from './envelope.js';

/** Turns an event's data of one version into data of the next. Pure, and never changed once released. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** By event type: the upcaster from version 1 to 2, from 2 to 3, and so on; none where there has been one version only. */
export type Upcasters<Type extends string = string> = Readonly<Record<Type, readonly Upcaster[]>>;

/** Today's version by event type: one more than there are upcasters. */
export function versionsOf<Type extends string>(upcasters: Upcasters<Type>): Record<Type, number> {
  const types = Object.keys(upcasters) as Type[];
  return Object.fromEntries(types.map((type) => [type, upcasters[type].length + 1])) as Record<Type, number>;
}
