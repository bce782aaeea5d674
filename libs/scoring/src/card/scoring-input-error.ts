import { HOLES } from './types.js';

/** A value outside the rules, due to a bug or bad imported data. `input` names the argument. */
export class ScoringInputError extends RangeError {
  override readonly name = 'ScoringInputError';

  constructor(
    readonly input: string,
    readonly value: unknown,
    expected: string,
  ) {
    super(`${input} must be ${expected}, not ${String(value)}`);
  }
}

/** @throws ScoringInputError unless `value` is a number from `min` to `max`. */
export function requireRange(input: string, value: number, min: number, max: number): void {
  if (!(typeof value === 'number' && value >= min && value <= max)) {
    throw new ScoringInputError(input, value, `a number from ${min} to ${max}`);
  }
}

/** @throws ScoringInputError unless `value` is a whole number from `min` to `max`. */
export function requireWhole(input: string, value: number, min: number, max: number): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new ScoringInputError(input, value, `a whole number from ${min} to ${max}`);
  }
}

/** @throws ScoringInputError unless the list has one value per hole. */
export function requireEighteen(input: string, values: { readonly length: number }): void {
  if (values.length !== HOLES) throw new ScoringInputError(input, `${values.length}`, `a list of ${HOLES} holes`);
}
