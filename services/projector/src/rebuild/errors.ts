import type { RebuildJob } from '@fairmark/contract';

/** Another rebuild or verification of the same tables is running. */
export class RebuildRuns extends Error {
  override readonly name = 'RebuildRuns';

  /** @param job the running rebuild, if known */
  constructor(readonly job: RebuildJob | null = null) {
    super('These tables are being rebuilt already, or verified');
  }
}

/** The new tables cannot be swapped in yet: too many events to catch up with, or a lock is not available. */
export class Behind extends Error {
  override readonly name = 'Behind';
}
