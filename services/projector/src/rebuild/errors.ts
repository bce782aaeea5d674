import type { RebuildJob } from '@fairmark/contract';

/** Another rebuild or verification of the same tables runs. */
export class RebuildRuns extends Error {
  override readonly name = 'RebuildRuns';

  /** `job`: the one that runs, where it is known. */
  constructor(readonly job: RebuildJob | null = null) {
    super('These tables are being rebuilt already, or verified');
  }
}

/** The new tables cannot be put in place yet. */
export class Behind extends Error {
  override readonly name = 'Behind';
}
