import { getMetadataStorage, ValidationTypes, type MetadataStorage, type ValidationArguments } from 'class-validator';

/** A property's checks, which apply if all its conditions hold. */
interface Checked {
  property: string;
  conditions: ((object: object, value: unknown) => boolean)[];
  checks: { validate: (value: unknown, args: ValidationArguments) => unknown; constraints: unknown[] }[];
}

type Checks = ReadonlyMap<string, Checked>;

/** By class; null if only class-validator can check the class. */
const compiled = new WeakMap<object, Checks | null>();

/**
 * Whether class-validator would certainly accept an object as one of a class. It looks its rules up for every object,
 * which takes longer than checking them; here they are looked up once per class. False if a rule fails or might fail:
 * then class-validator finds the reason.
 */
export function passes(object: object, ctor: Function = object.constructor): boolean {
  let checks = compiled.get(ctor);
  if (checks === undefined) compiled.set(ctor, (checks = checksOf(ctor)));
  if (checks === null) return false;
  for (const key of Object.keys(object)) if (!checks.has(key)) return false;
  const values = object as Readonly<Record<string, unknown>>;
  for (const { property, conditions, checks: all } of checks.values()) {
    const value = values[property];
    if (!conditions.every((holds) => holds(object, value))) continue;
    for (const { validate, constraints } of all) {
      // Asynchronous checks return a promise, which fails here too.
      if (validate(value, { targetName: ctor.name, property, object, value, constraints }) !== true) return false;
    }
  }
  return true;
}

/** The rules that need no class-validator: conditions and plain checks, but no lists, nested objects or groups. */
function checksOf(ctor: Function): Checks | null {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(ctor, '', false, false);
  if (rules.length === 0 || !rules.every(isPlain)) return null;
  const found = new Map<string, Checked>();
  for (const { propertyName: property, type, constraintCls, constraints } of rules) {
    const checked = found.get(property) ?? { property, conditions: [], checks: [] };
    found.set(property, checked);
    if (type === ValidationTypes.CONDITIONAL_VALIDATION) {
      checked.conditions.push(constraints[0]);
      continue;
    }
    for (const { instance } of storage.getTargetValidatorConstraints(constraintCls)) {
      checked.checks.push({ validate: (value, args) => instance.validate(value, args), constraints });
    }
  }
  return found;
}

const PLAIN: ReadonlySet<string> = new Set([ValidationTypes.CONDITIONAL_VALIDATION, ValidationTypes.CUSTOM_VALIDATION]);

type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

function isPlain({ type, each, groups, always, validateIf }: Rule): boolean {
  return PLAIN.has(type) && !each && !groups?.length && always === undefined && validateIf === undefined;
}
