import { DatabaseError } from 'pg';

/** The checkpoint does not belong to this log, or is ahead of it. Only a rebuild helps. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded';
}

/** Another projector has the lock, or moved the checkpoint: this one may not write. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';
}

/** The tables are others than before, or what is parked was changed: this one begins anew from what it finds. */
export class TablesReplaced extends Error {
  override readonly name = 'TablesReplaced';
}

/** Something is wrong with the projection rather than with single events: it stops, loudly, and applies nothing more. */
export class TooManyParked extends Error {
  override readonly name = 'TooManyParked';
}

/** An event that a rebuild cannot apply. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped';
}

/** The events or the rows of streams make no sense. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';

  /** `streams`: those at fault, or among which the one at fault is. */
  constructor(
    message: string,
    readonly streams: readonly string[],
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Data exceptions, broken constraints, a row written twice by one statement. */
const POISON_CLASSES = ['21', '22', '23'];

/** Whether the fault is in what was applied, so that trying again is useless. Faults of connections and locks pass. */
export function isPoison(error: unknown): boolean {
  if (error instanceof DatabaseError) return POISON_CLASSES.includes(error.code?.slice(0, 2) ?? '');
  return error instanceof CannotApply;
}

const REASON_MAX = 2_000;

/** What an operator reads of an error. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);
}
