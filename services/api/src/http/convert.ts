import { Transform } from 'class-transformer';

type Conversion = (value: unknown) => unknown;

/** By prototype, then by property; bounded by the number of input classes. */
const conversions = new Map<object, Map<string | symbol, Conversion[]>>();

/** Converts a field of an input before it is checked. */
export function Convert(conversion: Conversion): PropertyDecorator {
  return (prototype, property) => {
    Transform(({ value }: { value: unknown }) => conversion(value))(prototype, property);
    const ofClass = conversions.get(prototype) ?? new Map<string | symbol, Conversion[]>();
    conversions.set(prototype, ofClass.set(property, [...(ofClass.get(property) ?? []), conversion]));
  };
}

/** Whether the conversions of a class would leave an input as it is, as they do with what our client sends. */
export function isConverted(input: object, kind: Function): boolean {
  for (let from = kind.prototype; from !== null; from = Object.getPrototypeOf(from)) {
    for (const [property, all] of conversions.get(from) ?? []) {
      const value: unknown = Reflect.get(input, property);
      if (value !== undefined && all.some((conversion) => conversion(value) !== value)) return false;
    }
  }
  return true;
}
