import { MESSAGES } from '@fairmark/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.js';

/** NUL and lone surrogates. */
const NOT_TEXT = /[\0\p{Surrogate}]/u;
/** Deeper than any route's body. */
const MAX_DEPTH = 12;

/** Refuses texts and keys that a database or a log cannot hold, and too deep bodies. */
export function refuseBrokenText(server: FastifyInstance): void {
  server.addHook('preValidation', (request, _reply, done) => {
    const { query, params, body } = request;
    if (![query, params, body].every((part) => isClean(part, MAX_DEPTH))) {
      throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
    }
    done();
  });
}

/** Whether every text in a value is valid Unicode without NUL, at a sensible depth. */
export function isClean(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value === 'string') return !NOT_TEXT.test(value);
  if (Buffer.isBuffer(value) || !isRecord(value)) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, inner]) => isClean(key) && isClean(inner, depth - 1));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
