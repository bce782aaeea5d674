import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStore } from '@fairmark/event-store';
import { runEvery, type BackOff, type Config, type Logger } from '@fairmark/server';
import { Client } from 'pg';
import { AnchorCommand } from './anchor-command.js';
import { AnchorFolder } from './anchor-folder.js';
import { AnchorMail } from './anchor-mail.js';
import { tryLock } from './anchor-rows.js';
import { AnchorsRefused, type AnchorSink } from './anchor-sink.js';
import { Anchoring } from './anchoring.js';

export interface AnchorerOptions {
  databaseUrl: string;
  /** Stays the caller's. */
  store: EventStore;
  logger: Logger;
  /** Who keeps the anchors. Without any, none are made. */
  sinks: readonly AnchorSink[];
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
  /** Pause between two looks at the log, milliseconds. */
  everyMs?: number;
  /** Pause after something went wrong, milliseconds: the first, and the longest. */
  backOffMs?: BackOff;
}

export interface AnchorerHealth {
  /** Whether this process is the one that anchors. */
  active: boolean;
  /** Events after the last anchor, as of the last look. */
  unanchored: number;
  /** Anchors that a sink has not taken yet, by its name. */
  waiting: Readonly<Record<string, number>>;
  /** Why nothing is anchored; null: it is. */
  refused: string | null;
}

export interface Anchorer {
  health(): AnchorerHealth;
  /** Finishes what is in hand. */
  stop(): Promise<void>;
}

const EVERY_MS = 5_000;
const BACK_OFF_MS = { first: 1_000, most: 60_000 };

/** Who keeps anchors, as the configuration says. */
export function anchorSinks(config: Config): AnchorSink[] {
  const { anchorDir, anchorMailTo: to, anchorCommand } = config;
  const sinks: AnchorSink[] = [];
  if (anchorDir !== undefined) sinks.push(new AnchorFolder(anchorDir));
  if (to !== undefined) sinks.push(new AnchorMail({ ...config, to }));
  if (anchorCommand !== undefined) sinks.push(new AnchorCommand(anchorCommand));
  return sinks;
}

/**
 * Follows the log and anchors it: every 1,000 events, and what is left when the first of it is a day old. Of all processes, the one that
 * holds the lock does it. Anchors are written down before anybody gets them, so that none is lost: whoever could not take one gets it
 * later.
 */
export function startAnchorer(options: AnchorerOptions): Anchorer {
  const { logger, sinks, everyMs = EVERY_MS, backOffMs = BACK_OFF_MS } = options;
  const ending = new AbortController();
  const { signal } = ending;
  let anchoring: Anchoring | null = null;
  let refused: string | null = null;
  const anchor = async (progressed: () => void): Promise<void> => {
    try {
      const isOurs = await withSession(options, signal, async (client) => {
        anchoring = await Anchoring.begin(client, options);
        for (;;) {
          const soon = await anchoring.look(signal);
          refused = null;
          progressed();
          if (signal.aborted) return;
          if (!soon) await sleep(everyMs, undefined, { signal }).catch(() => undefined);
        }
      });
      if (!isOurs) refused = null;
    } finally {
      anchoring = null;
    }
  };
  const onError = (err: unknown, retryInMs: number): void => {
    refused = err instanceof AnchorsRefused ? err.message : null;
    if (refused !== null) logger.error({ err }, 'nothing is anchored until an operator has looked (docs/security.md)');
    else logger.warn({ err, retryInMs }, 'the log waits to be anchored');
  };
  const running = sinks.length > 0 ? runEvery(anchor, { everyMs, backOff: backOffMs, signal, onError }) : undefined;
  return {
    health: () => ({
      active: anchoring !== null,
      unanchored: anchoring?.unanchored ?? 0,
      waiting: anchoring?.waiting ?? {},
      refused,
    }),
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Works on a session of its own that holds the lock. False: another process has it, and nothing was done. */
async function withSession(
  { databaseUrl }: AnchorerOptions,
  signal: AbortSignal,
  work: (client: Client) => Promise<void>,
): Promise<boolean> {
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'fairmark anchorer',
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
  });
  // What breaks between two looks is found by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // A process that stands still loses the lock to another.
    await client.query("set idle_session_timeout = '120s'");
    if (signal.aborted || !(await tryLock(client))) return false;
    await work(client);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
