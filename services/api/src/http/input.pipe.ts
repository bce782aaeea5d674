import { MESSAGES } from '@fairmark/contract';
import { ValidationPipe, type ArgumentMetadata, type Type, type ValidationError } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { passes } from './passes.js';
import { Refusal } from './refusal.js';

/** NUL and lone surrogates. */
const NOT_TEXT = /[\0\p{Surrogate}]/u;
/** More than any route's body has: to convert thousands and name what is wrong takes a tenth of a second. */
const MAX_VALUES = 500;

/** Refuses texts and keys that a database or a log cannot hold, and bodies of too many values. */
export function refuseBrokenText(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const { query, params, body } = request;
    if (![query, params, body].every(isClean)) {
      throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
    }
    done();
  });
}

/** Whether a value holds at most `MAX_VALUES`, and every text and key is valid Unicode without NUL. */
export function isClean(value: unknown): boolean {
  let values = 0;
  const holds = (part: unknown): boolean => {
    values += 1;
    if (values > MAX_VALUES) return false;
    if (typeof part === 'string') return !NOT_TEXT.test(part);
    if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return true;
    return Object.entries(part).every(([key, inner]) => !NOT_TEXT.test(key) && holds(inner));
  };
  return holds(value);
}

/**
 * Converts input into the handler's class. Refuses whatever that does not describe, unknown keys too, with details by
 * field and the first known field's text as message.
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

/** Skips class-transformer where nothing is to be converted, and class-validator where `passes` accepts the object. */
class InputPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const kind = metadata.metatype as Type<object> | undefined;
    const asSent = kind !== undefined && typeof value === 'object' && value !== null;
    if (asSent && passes(value, kind)) return Object.assign(new kind(), value);
    return super.transform(value, metadata);
  }

  protected override validate(...[object, options]: Parameters<ValidationPipe['validate']>) {
    return passes(object) ? [] : super.validate(object, options);
  }
}

const MAX_FIELDS_NAMED = 20;

interface Problem {
  field: string;
  text: string;
  /** For a banner that shows no fields; undefined if the class has no field of this name. */
  sentence?: string;
}

function refusalOf(errors: ValidationError[]): Refusal {
  const found = [...problems(errors, '')].slice(0, MAX_FIELDS_NAMED);
  const details = Object.fromEntries(found.map(({ field, text }) => [field, text]));
  return new Refusal('INVALID_INPUT', details, found.find(({ sentence }) => sentence !== undefined)?.sentence);
}

function* problems(errors: ValidationError[], path: string): Generator<Problem> {
  for (const { property, constraints, children } of errors) {
    const field = path === '' ? property : `${path}.${property}`;
    const [kind, text] = Object.entries(constraints ?? {})[0] ?? [];
    // An unknown key is the caller's text: its truncated name is enough.
    if (kind === 'whitelistValidation') yield { field: field.slice(0, 80), text: 'This is not expected here' };
    else if (text !== undefined) yield { field, text, sentence: text.startsWith('must ') ? `${field} ${text}` : text };
    yield* problems(children ?? [], field);
  }
}
