import type { RebuildPhase } from '@fairmark/contract';
import type { EventStore } from '@fairmark/event-store';
import type { JobProgress } from '@fairmark/read-models';
import type { Logger } from '@fairmark/server';
import type { LogReader } from '../log-reader/log-reader.js';
import type { Comparison } from './compare-tables.js';

/** What a rebuild works on, and who hears of it. */
export interface RebuildOptions {
  databaseUrl: string;
  store: EventStore;
  logger: Logger;
  /** As for the projector. */
  reader?: LogReader;
  pageSize?: number;
  batchSize?: number;
  cachedMatches?: number;
  /** Ends it: the live tables stay as they are. */
  signal?: AbortSignal;
  /** After each page, and with each phase. */
  onProgress?: (progress: JobProgress) => void;
  /** Whether to say how the tables before differed. Left out where speed is measured or nobody has read them. */
  compare?: boolean;
}

/** What a rebuild did. */
export interface RebuildResult {
  /** False when the signal ended it: nothing has changed. */
  finished: boolean;
  /** Events of the log that were read at once; what came meanwhile is not counted. */
  events: number;
  /** How far the tables were when they were put in place. */
  position: bigint | null;
  /** Rows that the new tables hold; null where it was not finished. */
  rows: number | null;
  /** How the tables before differed from the new ones at the same position; null: they were not compared. */
  before: Comparison | null;
  /** Milliseconds by phase. */
  took: Partial<Record<RebuildPhase, number>>;
}
