import { eventStoreAddressProblem } from './address.js';

/** How an EventStoreDB store reaches its server, and how patient it is. Times are milliseconds. */
export interface EventStoreDbOptions {
  /**
   * `esdb://user:password@host:2113` or `esdb+discover://…` for a cluster, with the client's settings behind `?`. The user
   * may be left out only with `tls=false`. What it may be is in `eventStoreAddressProblem`.
   */
  connectionString: string;
  /** Put before the name of every stream, so that one server can hold several logs (default: nothing). */
  namespace?: string;
  /** What the names of the log's streams begin with. Others are neither written nor seen. */
  streams?: readonly string[];
  /** How long a call may take before it ends in `StoreUnavailable` (default 3,000). */
  timeoutMs?: number;
  /** What tells of new events is replaced when it says nothing for so long (default 10,000). */
  silenceMs?: number;
  /** Appends that may be on their way (default 10,000); more are refused with `StoreUnavailable`. */
  appendsMax?: number;
  /** From 0 to below 1: spreads the pauses between attempts (default `Math.random`). */
  chance?: () => number;
  /** Hears of everything that the store recovers from by itself: lost subscriptions, appends that are sent again. */
  onTrouble?: (what: string, error: unknown) => void;
}

export type Settings = Required<EventStoreDbOptions>;

/** The streams of the product: those of matches and of competitions. */
const STREAMS = ['match-', 'competition-'];

/** The options with their defaults. Throws `RangeError` for what makes no sense, without the connection string in it. */
export function settingsOf(options: EventStoreDbOptions): Settings {
  const problem = eventStoreAddressProblem(options.connectionString);
  if (problem !== null) throw new RangeError(`The address of the EventStoreDB ${problem}`);
  const settings = {
    namespace: '',
    streams: STREAMS,
    timeoutMs: 3_000,
    silenceMs: 10_000,
    appendsMax: 10_000,
    chance: Math.random,
    onTrouble: () => undefined,
    ...options,
  };
  if (!(settings.timeoutMs >= 100)) throw new RangeError('timeoutMs is at least 100');
  if (!(settings.silenceMs >= 100)) throw new RangeError('silenceMs is at least 100');
  if (!/^[a-zA-Z0-9_-]{0,60}$/.test(settings.namespace)) {
    throw new RangeError('namespace is up to 60 letters, digits, - or _');
  }
  const bad = settings.streams.filter((prefix) => prefix === '' || prefix.startsWith('$'));
  if (settings.streams.length === 0 || bad.length > 0) {
    throw new RangeError('streams are prefixes that do not begin with $');
  }
  return settings;
}

/** One attempt at anything; two of them fit into a call's patience. */
export const attemptMs = ({ timeoutMs }: Pick<Settings, 'timeoutMs'>): number => Math.ceil(timeoutMs / 2);

/**
 * A pause that grows with each failure in a row, up to 2 s, and is spread, so that processes do not come back in step.
 * `chance` is from 0 to below 1.
 */
export function backOffMs(failures: number, chance: number): number {
  return Math.min(50 * 2 ** Math.min(failures, 6), 2_000) * (0.5 + chance / 2);
}
