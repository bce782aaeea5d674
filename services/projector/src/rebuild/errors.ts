import type { RebuildJob } from '@fairmark/contract';

/** Another rebuild of the same tables runs. */
export class RebuildRuns extends Error {
  override readonly name = 'RebuildRuns';

  /** `job`: the one that runs, where it is known. */
  constructor(readonly job: RebuildJob | null = null) {
    super('These tables are being rebuilt already');
  }
}

/** The new tables are not what the log says: they are not put in place, and the live ones stay. */
export class RebuildWrong extends Error {
  override readonly name = 'RebuildWrong';

  constructor(
    /** The first differences, a sentence each. */
    readonly differences: readonly string[],
    /** How many there are. */
    readonly differing: number,
  ) {
    super(
      `The new tables differ from the log in ${differing} places, the old ones stay. The first: ${differences[0] ?? ''}`,
    );
  }
}

/** The new tables cannot be put in place yet. */
export class Behind extends Error {
  override readonly name = 'Behind';
}
