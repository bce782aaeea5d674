import type { EventStore } from '@fairmark/event-store';
import { storeReader, type LogReader } from '../log-reader/log-reader.js';
import { Verification } from './verification.js';
import { withReader } from './connection.js';

export interface VerifyOptions {
  databaseUrl: string;
  /** Where the tables are, with their checkpoint and parked events: the live schema, or the one that a rebuild fills. */
  schema: string;
  store: EventStore;
  /** The fastest way to read the store's pages. */
  reader?: LogReader;
  /** Rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Events per read, 1 to 10,000 (default 4,000). */
  pageSize?: number;
  /** Streams that are folded at the same time, about 30 kB each (default 2,000). */
  openStreams?: number;
  /** Streams whose rows one question asks for (default 200). */
  askedAtOnce?: number;
  /** After each page of the log. */
  onProgress?: (progress: VerifyProgress) => void;
}

/** How far a verification is. */
export interface VerifyProgress {
  /** Events folded so far. */
  events: number;
  position: bigint | null;
  /** Where the tables are. */
  target: bigint | null;
}

export interface VerifyResult {
  /** Events of the log that were folded. */
  events: number;
  /** Rows that the tables hold. */
  rows: number;
  /** What was compared: the tables at their checkpoint, the log up to there. */
  position: bigint | null;
  /** Streams that stand still: their rows are compared with what lies before the parked event. */
  parked: number;
  /** The first ones, a sentence each. */
  differences: string[];
  /** How many there are. Parked streams are none. */
  differing: number;
  /** False: so much differs that it was ended early; there may be more differences. */
  complete: boolean;
}

const SIZES = { pageSize: 4_000, openStreams: 2_000, askedAtOnce: 200 };

/**
 * Compares the clubhouse's tables with a fold of the log that shares no code with the projector's: every row of every table.
 * The tables may move meanwhile; what is compared in the end is one moment of them. Rejects with `CannotVerify` when they were
 * made from another log.
 */
export async function verifyClubhouse(options: VerifyOptions): Promise<VerifyResult> {
  const { databaseUrl, store, ...rest } = options;
  return withReader(databaseUrl, async (client) => {
    const reader = rest.reader?.ahead?.() ?? rest.reader ?? storeReader(store);
    const defaults = { signal: new AbortController().signal, onProgress: () => undefined };
    return new Verification({ ...SIZES, ...defaults, ...rest, reader, client, store }).run();
  });
}
