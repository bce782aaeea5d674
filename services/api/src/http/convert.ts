import type { Type } from '@nestjs/common';

type Conversion = (value: unknown) => unknown;

/** By prototype, then by property; bounded by the number of input classes. */
const conversions = new Map<object, Map<string | symbol, Conversion[]>>();

/** Converts a field of an input before it is checked. */
export function Convert(conversion: Conversion): PropertyDecorator {
  return (prototype, property) => {
    const ofClass = conversions.get(prototype) ?? new Map<string | symbol, Conversion[]>();
    conversions.set(prototype, ofClass.set(property, [...(ofClass.get(property) ?? []), conversion]));
  };
}

/** An object of a class with the fields of a plain object, converted; any other value as it is. */
export function instanceOf(kind: Type<object>, value: unknown): unknown {
  if (!isPlain(value)) return value;
  // class-validator finds the rules by `constructor`, which a sent field must not replace.
  const { constructor: _, ...fields } = value;
  const instance = Object.assign(new kind(), fields);
  for (let from = kind.prototype; from !== null; from = Object.getPrototypeOf(from)) {
    for (const [property, all] of conversions.get(from) ?? []) {
      const sent: unknown = Reflect.get(instance, property);
      const converted = all.reduce((so, convert) => convert(so), sent);
      if (converted !== sent) Reflect.set(instance, property, converted);
    }
  }
  return instance;
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === '[object Object]';
