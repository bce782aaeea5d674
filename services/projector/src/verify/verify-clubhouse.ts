import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import { readParked } from '../clubhouse/place.js';
import { CannotVerify, RebuildStopped } from '../log-reader/errors.js';
import { logUpTo } from '../log-reader/log-pages.js';
import { build, type RebuildOptions } from '../rebuild/build-tables.js';
import { compareAt, countRows, livePosition, type Comparison } from '../rebuild/compare-tables.js';
import { withNextTables } from '../rebuild/rebuild-clubhouse.js';

/** Options as for a rebuild, but an aborted signal rejects with its reason. */
export type VerifyOptions = Omit<RebuildOptions, 'logger' | 'compare'>;

export interface VerifyResult extends Comparison {
  events: number;
  position: bigint | null;
  /** Number of blocked streams, whose rows were left out. */
  parked: number;
  /** False if an event cannot be applied, so that nothing was compared. */
  complete: boolean;
}

/**
 * Builds tables beside the live ones and compares every row, except of streams that are blocked. Rejects with
 * `RebuildRuns` while a rebuild or verification runs, and with `CannotVerify` for tables of another log.
 */
export async function verifyClubhouse(options: VerifyOptions): Promise<VerifyResult> {
  const logger = createLogger('verification', 'silent');
  return withNextTables({ ...options, logger }, async (work) => {
    const { tables, store, signal } = work;
    signal.throwIfAborted();
    const { position, blocked } = await tables.snapshot(async (client) => ({
      position: await livePosition(client, work),
      blocked: [...(await readParked(client, CLUBHOUSE_SCHEMA)).keys()],
    }));
    const [head, end, parked] = [(await store.head()) ?? 0n, position ?? 0n, blocked.length];
    if (head < end) throw new CannotVerify(`The log ends at ${head}, but the tables are at ${end}: rebuild them`);
    try {
      const events = await build({ ...work, log: logUpTo(store, end, blocked) });
      const { found, ...compared } = await compareAt(work, blocked);
      return { ...compared, events: events + compared.events, parked, ...found, complete: true };
    } catch (error) {
      if (!(error instanceof RebuildStopped)) throw error;
      const rows = await tables.snapshot((client) => countRows(client, CLUBHOUSE_SCHEMA));
      const differences = [`A stream cannot be folded: ${error.message}`];
      return { events: 0, rows, position: end, parked, differing: 1, differences, complete: false };
    }
  });
}
