import { MESSAGES } from '@fairmark/contract';
import type { FastifyInstance } from 'fastify';
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
  const passes = (part: unknown): boolean => {
    values += 1;
    if (values > MAX_VALUES) return false;
    if (typeof part === 'string') return !NOT_TEXT.test(part);
    if (typeof part !== 'object' || part === null || Buffer.isBuffer(part)) return true;
    return Object.entries(part).every(([key, inner]) => !NOT_TEXT.test(key) && passes(inner));
  };
  return passes(value);
}
