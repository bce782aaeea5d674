import { STORE_DEFAULTS, type ServerOptions } from '../port/append.js';
import { askingEveryHost, eventStoreAddressProblem } from './address.js';

/** How an EventStoreDB store reaches its server. Times are milliseconds. */
export interface EventStoreDbOptions extends ServerOptions {
  /** `esdb://user:password@host:2113`, or `esdb+discover://…` for a cluster; see `eventStoreAddressProblem`. */
  connectionString: string;
  /** Prefix of every stream name, so that one server can hold several logs (default: none). */
  namespace?: string;
  /** Prefixes of the log's streams (default: matches and competitions). Other streams are neither written nor read. */
  streams?: readonly string[];
  /** The call that listens for new events is replaced after this much silence (default 10,000). */
  silenceMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
  /** Prefixes of this log's streams on the server, namespace included. */
  prefixes: string[];
}

/** Applies defaults. @throws RangeError for an unfit address; its message never contains the address */
export function settingsOf(options: EventStoreDbOptions): Settings {
  const problem = eventStoreAddressProblem(options.connectionString);
  if (problem !== null) throw new RangeError(`The address of the EventStoreDB ${problem}`);
  const defaults = { ...STORE_DEFAULTS, namespace: '', streams: ['match-', 'competition-'], silenceMs: 10_000 };
  const settings = { ...defaults, ...options };
  const connectionString = askingEveryHost(settings.connectionString);
  return { ...settings, connectionString, prefixes: settings.streams.map((prefix) => settings.namespace + prefix) };
}
