import { setTimeout as sleep } from 'node:timers/promises';
import type { Pauses } from '@fairmark/event-store';
import { ADVISORY_LOCKS, DatabaseSession, repeat, type Config } from '@fairmark/server';
import { anchorCommand } from './anchor-command.js';
import { AnchorFolder } from './anchor-folder.js';
import { anchorMail } from './anchor-mail.js';
import { AnchorsRefused, type AnchorSink } from './anchor-sink.js';
import { Anchoring, type AnchoringOptions } from './anchoring.js';

export interface AnchorerOptions extends AnchoringOptions {
  databaseUrl: string;
  everyMs?: number;
  backOff?: Pauses;
}

export type Anchorer = ReturnType<typeof startAnchorer>;

const EVERY_MS = 5_000;
const BACK_OFF_MS = { first: 1_000, most: 60_000 };
/** A process that hangs loses the lock to another. A mail server may take ten minutes to accept a mail. */
const SESSION_SETTINGS = `set idle_session_timeout = '15min'; set statement_timeout = '10s'`;

/** The sinks that are configured. */
export function anchorSinks(config: Config): AnchorSink[] {
  const { anchorDir, anchorMailTo: to, anchorCommand: words } = config;
  return [
    ...(anchorDir === undefined ? [] : [new AnchorFolder(anchorDir)]),
    ...(to === undefined ? [] : [anchorMail({ ...config, to })]),
    ...(words === undefined ? [] : [anchorCommand(words)]),
  ];
}

/** Anchors every 1,000 events, and the rest once a day old, in the process that holds the lock. Sinks may lag. */
export function startAnchorer(options: AnchorerOptions) {
  const { databaseUrl, logger, sinks, everyMs = EVERY_MS, backOff = BACK_OFF_MS } = options;
  let anchoring: Anchoring | null = null;
  let refused: string | null = null;
  const anchor = async (signal: AbortSignal, progressed: () => void): Promise<void> => {
    const config = { connectionString: databaseUrl, application_name: 'fairmark anchorer', query_timeout: 12_000 };
    const session = new DatabaseSession(config, SESSION_SETTINGS);
    await session.connect();
    try {
      if (signal.aborted || !(await session.tryLock(ADVISORY_LOCKS.anchorer))) {
        refused = null;
        return;
      }
      const active = await Anchoring.begin(session.client, options);
      anchoring = active;
      while (!signal.aborted) {
        const hasMore = await active.poll(signal);
        refused = null;
        progressed();
        if (!hasMore) await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      anchoring = null;
      await session.close();
    }
  };
  const onError = (err: unknown, retryInMs: number): void => {
    refused = err instanceof AnchorsRefused ? err.message : null;
    if (refused !== null) logger.error({ err }, 'anchoring is refused until an operator has acted (docs/security.md)');
    else logger.warn({ err, retryInMs }, 'anchoring failed, trying again');
  };
  const running = sinks.length > 0 ? repeat(anchor, { everyMs, backOff, onError }) : undefined;
  return {
    /** Whether this process anchors, how much is not anchored or kept yet, and why anchoring is refused. */
    health: () => ({
      active: anchoring !== null,
      unanchored: anchoring?.unanchored ?? 0,
      waiting: anchoring?.waiting ?? {},
      refused,
    }),
    stop: async () => running?.stop(),
  };
}
