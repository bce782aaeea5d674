import type { RebuildJob } from '@fairmark/contract';
import { DatabaseError } from 'pg';

/** The tables cannot be continued: they are of another log, or beyond its end, or too many streams are parked. */
export class RebuildNeeded extends Error {
  override readonly name = 'RebuildNeeded';
}

/** Another session holds the lock or moved the checkpoint, so this one may not write. */
export class OwnershipLost extends Error {
  override readonly name = 'OwnershipLost';
}

/** The tables were replaced: the projector must read the checkpoint again. */
export class TablesReplaced extends Error {
  override readonly name = 'TablesReplaced';
}

/** An event that a rebuild cannot apply. */
export class RebuildStopped extends Error {
  override readonly name = 'RebuildStopped';
}

/** Another rebuild or verification of the same tables is running. */
export class RebuildRuns extends Error {
  override readonly name = 'RebuildRuns';

  constructor(readonly job: RebuildJob | null = null) {
    super('These tables are already being rebuilt or verified');
  }
}

/** The live tables cannot be compared with those that this log makes. */
export class CannotVerify extends Error {
  override readonly name = 'CannotVerify';
}

/** The new tables cannot be compared or swapped in yet: too many events to catch up with, or no lock is available. */
export class Behind extends Error {
  override readonly name = 'Behind';
}

/** Events cannot be folded, or the rows made from them cannot be written. */
export class CannotApply extends Error {
  override readonly name = 'CannotApply';
}

/** SQLSTATE classes: cardinality violations (a row written twice), data exceptions, constraint violations. */
const POISON_CLASSES = ['21', '22', '23'];

/** Whether the events are at fault, so that retrying is useless; false for errors of connections and locks. */
export function isPoison(error: unknown): boolean {
  if (error instanceof DatabaseError) return POISON_CLASSES.includes(error.code?.slice(0, 2) ?? '');
  return error instanceof CannotApply;
}

const REASON_MAX = 2_000;

/** An error's message as operators see it, truncated. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_MAX);
}
