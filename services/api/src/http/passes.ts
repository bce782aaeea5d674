import { getMetadataStorage, ValidationTypes, type MetadataStorage } from 'class-validator';

type Holds = (object: object, value: unknown) => unknown;

/** What is checked of a property, if all its conditions hold. */
interface Checked {
  conditions: Holds[];
  checks: Holds[];
}

/** By class, then by property; null if only class-validator can check the class. */
const compiled = new WeakMap<object, ReadonlyMap<string, Checked> | null>();

/**
 * Whether class-validator would certainly accept an object as one of a class. It looks its rules up for every object,
 * which takes longer than checking them; here they are looked up once per class. False if a rule fails or might fail:
 * then class-validator finds the reason.
 */
export function passes(object: object, ctor: Function = object.constructor): boolean {
  let properties = compiled.get(ctor);
  if (properties === undefined) compiled.set(ctor, (properties = propertiesOf(ctor)));
  if (properties === null) return false;
  for (const key of Object.keys(object)) if (!properties.has(key)) return false;
  for (const [property, { conditions, checks }] of properties) {
    const value: unknown = Reflect.get(object, property);
    if (!conditions.every((holds) => holds(object, value))) continue;
    // Asynchronous checks return a promise, which fails here too.
    if (!checks.every((holds) => holds(object, value) === true)) return false;
  }
  return true;
}

/** The rules that need no class-validator: conditions and plain checks, but no lists, nested objects or groups. */
function propertiesOf(ctor: Function): ReadonlyMap<string, Checked> | null {
  const storage = getMetadataStorage();
  const rules = storage.getTargetValidationMetadatas(ctor, '', false, false);
  if (rules.length === 0 || !rules.every(isPlain)) return null;
  const found = new Map<string, Checked>();
  for (const { propertyName: property, type, constraintCls, constraints } of rules) {
    const checked = found.get(property) ?? { conditions: [], checks: [] };
    found.set(property, checked);
    if (type === ValidationTypes.CONDITIONAL_VALIDATION) checked.conditions.push(constraints[0]);
    for (const { instance } of storage.getTargetValidatorConstraints(constraintCls)) {
      checked.checks.push((object, value) =>
        instance.validate(value, { targetName: ctor.name, property, object, value, constraints }),
      );
    }
  }
  return found;
}

const PLAIN: ReadonlySet<string> = new Set([ValidationTypes.CONDITIONAL_VALIDATION, ValidationTypes.CUSTOM_VALIDATION]);

type Rule = ReturnType<MetadataStorage['getTargetValidationMetadatas']>[number];

function isPlain({ type, each, groups, always, validateIf }: Rule): boolean {
  return PLAIN.has(type) && !each && !groups?.length && always === undefined && validateIf === undefined;
}
