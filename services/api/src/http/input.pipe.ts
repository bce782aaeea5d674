import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { instanceOf } from './convert.js';
import { invalidInput, Refusal } from './refusal.js';

const RULES = {
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
};

/** Parameters that are not described by a class. */
const NOT_INPUTS: readonly unknown[] = [String, Object];

/**
 * Converts input into the handler's class. Refuses whatever that does not describe, unknown keys too, with details by
 * field and the first known field's text as message. Nest's own pipe takes twice as long.
 */
export class InputPipe implements PipeTransform {
  transform(value: unknown, { metatype: kind }: Pick<ArgumentMetadata, 'metatype'>): unknown {
    if (kind === undefined || NOT_INPUTS.includes(kind)) return value;
    const input = instanceOf(kind as Type<object>, value ?? {});
    if (!(input instanceof kind)) throw invalidInput({ body: 'must be an object' });
    const errors = validateSync(input, RULES);
    if (errors.length > 0) throw refusalOf(errors);
    return input;
  }
}

const MAX_FIELDS_NAMED = 20;

interface Problem {
  field: string;
  text: string;
  /** Whether the class has no field of this name. */
  unknown: boolean;
}

function refusalOf(errors: ValidationError[]): Refusal {
  const found = [...problems(errors, '')].slice(0, MAX_FIELDS_NAMED);
  const details = Object.fromEntries(found.map(({ field, text }) => [field, text]));
  return new Refusal('INVALID_INPUT', details, sentenceOf(found.find(({ unknown }) => !unknown)));
}

/** The message for a banner that shows no fields; undefined selects the catalogue's text. */
function sentenceOf(problem: Problem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const { field, text } = problem;
  return text.startsWith('must ') ? `${field} ${text}` : text;
}

function* problems(errors: ValidationError[], path: string): Generator<Problem> {
  for (const { property, constraints, children } of errors) {
    const field = path === '' ? property : `${path}.${property}`;
    const [kind, message] = Object.entries(constraints ?? {})[0] ?? [];
    // An unknown key is the caller's text: its truncated name is enough.
    const unknown = kind === 'whitelistValidation';
    if (unknown) yield { field: field.slice(0, 80), text: 'This is not expected here', unknown };
    else if (message !== undefined) yield { field, text: message, unknown };
    yield* problems(children ?? [], field);
  }
}
