import { getMetadataStorage, ValidationTypes, type MetadataStorage, type ValidationArguments } from 'class-validator';

/** The checks of a property, once its conditions hold. */
interface Checked {
  property: string;
  conditions: ((object: object, value: unknown) => boolean)[];
  checks: { validate: (value: unknown, args: ValidationArguments) => unknown; constraints: unknown[] }[];
}

type Checks = ReadonlyMap<string, Checked>;

/** By class; null: what it asks for is class-validator's alone to check. */
const compiled = new WeakMap<object, Checks | null>();

/**
 * Whether class-validator is sure to have nothing against an object of a class. It looks its rules up anew for every object, which
 * takes longer than the rules; here they are looked up once for each class. False where they say no, or may: then class-validator
 * itself says why.
 */
export function passes(object: object): boolean {
  const kind = object.constructor;
  let checks = compiled.get(kind);
  if (checks === undefined) compiled.set(kind, (checks = checksOf(kind)));
  if (checks === null) return false;
  for (const key of Object.keys(object)) if (!checks.has(key)) return false;
  const values = object as Readonly<Record<string, unknown>>;
  for (const { property, conditions, checks: all } of checks.values()) {
    const value = values[property];
    if (!conditions.every((holds) => holds(object, value))) continue;
    for (const { validate, constraints } of all) {
      // A promise is not true either.
      if (validate(value, { targetName: kind.name, property, object, value, constraints }) !== true) return false;
    }
  }
  return true;
}

/** What can be checked without class-validator: conditions and plain checks, without lists, inner objects and groups. */
function checksOf(kind: Function): Checks | null {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(kind, '', false, false);
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
