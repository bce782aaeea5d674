import type { MatchEvent } from '../match.events.js';
import type { ErrorCode } from '@fairmark/contract';
import type { Decision } from './match.command.js';

export type Refused = Extract<Decision, { ok: false }>;

export const happened = (...events: MatchEvent[]): Decision => ({ ok: true, events });

/** Success that changes nothing: what was asked for is already so. */
export const nothing: Decision = { ok: true, events: [] };

export function refused(code: ErrorCode, details?: Record<string, unknown>, message?: string): Refused {
  const refusal: Refused = { ok: false, code };
  if (details !== undefined) refusal.details = details;
  if (message !== undefined) refusal.message = message;
  return refusal;
}

/** INVALID_INPUT, with what is wrong by field. */
export const invalid = (details: Record<string, string>): Refused => refused('INVALID_INPUT', details);
