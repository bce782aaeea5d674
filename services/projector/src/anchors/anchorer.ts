import { setTimeout as sleep } from 'node:timers/promises';
import { ADVISORY_LOCKS, type Config } from '@fairmark/server';
import type { Client } from 'pg';
import { repeat } from '../jobs/repeat.js';
import { DatabaseSession } from '../projection/database-session.js';
import { AnchorCommand } from './anchor-command.js';
import { AnchorFolder } from './anchor-folder.js';
import { AnchorMail } from './anchor-mail.js';
import { AnchorsRefused, type AnchorSink } from './anchor-sink.js';
import { Anchoring, type AnchorerOptions } from './anchoring.js';

export interface AnchorerHealth {
  /** Whether this process holds the lock and anchors. */
  active: boolean;
  /** Events after the last anchor, as of the last poll. */
  unanchored: number;
  /** Number of anchors that a sink has not kept yet, by the sink's name. */
  waiting: Readonly<Record<string, number>>;
  /** Why anchoring is refused; null if it is not. */
  refused: string | null;
}

export interface Anchorer {
  health(): AnchorerHealth;
  /** Finishes the work in progress. */
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const BACK_OFF_MS = { first: 1_000, most: 60_000 };

/** The sinks that are configured. */
export function anchorSinks(config: Config): AnchorSink[] {
  const { anchorDir, anchorMailTo: to, anchorCommand } = config;
  const sinks: AnchorSink[] = [];
  if (anchorDir !== undefined) sinks.push(new AnchorFolder(anchorDir));
  if (to !== undefined) sinks.push(new AnchorMail({ ...config, to }));
  if (anchorCommand !== undefined) sinks.push(new AnchorCommand(anchorCommand));
  return sinks;
}

/**
 * Follows the log and anchors it: every 1,000 events, and the remainder when its first event is a day old. Of all
 * processes, only the one that holds the lock does so. Anchors are stored in the database before sinks get them, so
 * that a sink that fails gets them later.
 */
export function startAnchorer(options: AnchorerOptions): Anchorer {
  const { logger, sinks, everyMs = EVERY_MS, backOffMs = BACK_OFF_MS } = options;
  let anchoring: Anchoring | null = null;
  let refused: string | null = null;
  const anchor = async (signal: AbortSignal, progressed: () => void): Promise<void> => {
    try {
      const hadLock = await withSession(options, signal, async (client) => {
        anchoring = await Anchoring.begin(client, options);
        for (;;) {
          const hasMore = await anchoring.poll(signal);
          refused = null;
          progressed();
          if (signal.aborted) return;
          if (!hasMore) await sleep(everyMs, undefined, { signal }).catch(() => undefined);
        }
      });
      if (!hadLock) refused = null;
    } finally {
      anchoring = null;
    }
  };
  const onError = (err: unknown, retryInMs: number): void => {
    refused = err instanceof AnchorsRefused ? err.message : null;
    if (refused !== null) logger.error({ err }, 'anchoring is refused until an operator has acted (docs/security.md)');
    else logger.warn({ err, retryInMs }, 'anchoring failed, trying again');
  };
  const running = sinks.length > 0 ? repeat(anchor, { everyMs, backOff: backOffMs, onError }) : undefined;
  return {
    health: () => ({
      active: anchoring !== null,
      unanchored: anchoring?.unanchored ?? 0,
      waiting: anchoring?.waiting ?? {},
      refused,
    }),
    stop: async () => running?.stop(),
  };
}

/** A process that hangs loses the lock to another. */
const SESSION_SETTINGS = `set idle_session_timeout = '120s'; set statement_timeout = '10s'`;

/** Runs `work` on its own session, which holds the lock. Returns false, without running it, if another process does. */
async function withSession(
  { databaseUrl }: AnchorerOptions,
  signal: AbortSignal,
  work: (client: Client) => Promise<void>,
): Promise<boolean> {
  const [name, settings] = ['fairmark anchorer', SESSION_SETTINGS];
  const session = new DatabaseSession({ databaseUrl, name, settings, queryTimeoutMs: 12_000 });
  await session.connect();
  try {
    if (signal.aborted || !(await session.tryLock(ADVISORY_LOCKS.anchorer))) return false;
    await work(session.client);
    return true;
  } finally {
    await session.close();
  }
}
