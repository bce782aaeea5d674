import { SERVER_DEFAULTS, type ServerOptions } from '../port/server-store.js';
import { eventStoreAddressProblem } from './address.js';

/** How an EventStoreDB store reaches its server. Times are milliseconds. */
export interface EventStoreDbOptions extends ServerOptions {
  /**
   * `esdb://user:password@host:2113` or `esdb+discover://…` for a cluster, with the client's settings
   * behind `?`. The user may be left out only with `tls=false`. See `eventStoreAddressProblem`.
   */
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

/** Applies defaults. @throws RangeError for invalid options; its message never contains the connection string */
export function settingsOf(options: EventStoreDbOptions): Settings {
  const problem = eventStoreAddressProblem(options.connectionString);
  if (problem !== null) throw new RangeError(`The address of the EventStoreDB ${problem}`);
  const settings = {
    ...SERVER_DEFAULTS,
    namespace: '',
    streams: ['match-', 'competition-'],
    silenceMs: 10_000,
    ...options,
  };
  const { namespace, streams, timeoutMs, silenceMs } = settings;
  if (!(timeoutMs >= 100 && silenceMs >= 100)) throw new RangeError('timeoutMs and silenceMs are at least 100');
  if (!/^[a-zA-Z0-9_-]{0,60}$/.test(namespace)) throw new RangeError('namespace is up to 60 letters, digits, - or _');
  if (streams.length === 0 || streams.some((prefix) => prefix === '' || prefix.startsWith('$'))) {
    throw new RangeError('streams are prefixes that do not begin with $');
  }
  return { ...settings, prefixes: streams.map((prefix) => namespace + prefix) };
}
