import { ValidationPipe, type ValidationError } from '@nestjs/common';
import { passes } from './passes.js';
import { Refusal } from './refusal.js';

/**
 * Turns what was sent into the handler's class and refuses what is not described there, unknown keys included
 * (INVALID_INPUT, details by field, the first field's text as the message). Works on bodies, queries, path parameters and forms.
 */
export function inputPipe(): ValidationPipe {
  return new InputPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
    validateCustomDecorators: true,
    exceptionFactory: refusalOf,
  });
}

/** Leaves to class-validator what it refuses, or alone can judge. */
class InputPipe extends ValidationPipe {
  protected override validate(...[object, options]: Parameters<ValidationPipe['validate']>) {
    return passes(object) ? [] : super.validate(object, options);
  }
}

const MAX_FIELDS_NAMED = 20;

interface Problem {
  field: string;
  text: string;
  /** Whether a field of this name is not expected. */
  unknown: boolean;
}

function refusalOf(errors: ValidationError[]): Refusal {
  const found = [...problems(errors, '')].slice(0, MAX_FIELDS_NAMED);
  const details = Object.fromEntries(found.map(({ field, text }) => [field, text]));
  return new Refusal('INVALID_INPUT', details, sentenceOf(found.find(({ unknown }) => !unknown)));
}

/** What a banner says that shows no fields; undefined for the catalogue's own text. */
function sentenceOf(problem: Problem | undefined): string | undefined {
  if (problem === undefined) return undefined;
  const { field, text } = problem;
  return text.startsWith('must ') ? `${field} ${text}` : text;
}

function* problems(errors: ValidationError[], path: string): Generator<Problem> {
  for (const { property, constraints, children } of errors) {
    const field = path === '' ? property : `${path}.${property}`;
    const [kind, message] = Object.entries(constraints ?? {})[0] ?? [];
    // An unknown key is the caller's own text: its name is enough, cut short.
    const unknown = kind === 'whitelistValidation';
    if (unknown) yield { field: field.slice(0, 80), text: 'This is not expected here', unknown };
    else if (message !== undefined) yield { field, text: message, unknown };
    yield* problems(children ?? [], field);
  }
}
