import { Golfer, type Answer } from '../support/golfer.js';
import type { Stack } from '../support/stack.js';
import type { Gauge } from './gauge.js';

/** The target of attacks: a running product with its usual limits, on which golfers score meanwhile. */
export interface Ground {
  stack: Stack;
  /** The api's address. */
  base: string;
  gauge: Gauge;
  /** Duration of an attack that does not end on its own. */
  seconds: number;
  /** Reports what was tried and answered, and whether the product withstood it. */
  check: (what: string, held: boolean) => void;
}

export interface Attack {
  /** Its name in reviews and commits. */
  name: string;
  /** The attacker's goal, in a few words. */
  tries: string;
  run: (ground: Ground) => Promise<void>;
}

/** An attack, as a file of attacks exports it. */
export const attack = (name: string, tries: string, run: Attack['run']): Attack => ({ name, tries, run });

const HANDICAP = 12;

/** Creates an account for a golfer with this name and signs in. */
export function golfer({ stack, base }: Ground, name: string): Promise<Golfer> {
  return new Golfer(base, { name, gender: 'FEMALE', handicap: HANDICAP }).signsUp(stack.linkFromMail);
}

/** A caller without an account, who may know another golfer's email. */
export const stranger = ({ base }: Ground, email?: string): Golfer =>
  new Golfer(base, { name: 'Stranger', gender: 'MALE', handicap: HANDICAP }, email);

/** Registers an account without verifying its email. */
export const register = (caller: Golfer, device?: string): Promise<Answer<{ token: string }>> =>
  caller.call('POST', '/api/auth/register', caller.registration, { device });

const AT_ONCE = 50;

/** Makes a call `times` times, many concurrently. */
export async function many(times: number, call: (n: number) => Promise<Answer>): Promise<Outcomes> {
  const answers: Answer[] = [];
  for (let from = 0; from < times; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, times - from);
    answers.push(...(await Promise.all(Array.from({ length: size }, (_, n) => call(from + n)))));
  }
  return new Outcomes(answers);
}

/** The outcomes of calls, by code. */
export class Outcomes {
  constructor(private readonly answers: readonly Answer[]) {}

  /** How many calls had one of these codes; 200 means success. */
  of(...codes: string[]): number {
    return this.answers.filter((answer) => codes.includes(codeOf(answer))).length;
  }

  /** `10 × 200, 15 × DAILY_LIMIT`. */
  get text(): string {
    const codes = [...new Set(this.answers.map(codeOf))];
    return codes.map((code) => `${this.of(code)} × ${code}`).join(', ');
  }
}

/** The code of a refusal; 200 for success. */
export const codeOf = ({ status, body }: Answer): string => body.error?.code ?? (status < 300 ? '200' : String(status));
