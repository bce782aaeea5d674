import { SERVER_DEFAULTS, type ServerOptions } from '../port/server-store.js';
import { eventStoreAddressProblem } from './address.js';

/** How an EventStoreDB store reaches its server. Times are milliseconds. */
export interface EventStoreDbOptions extends ServerOptions {
  /**
   * `esdb://user:password@host:2113` or `esdb+discover://…` for a cluster, with the client's settings
   * behind `?`. The user may be left out only with `tls=false`. See `eventStoreAddressProblem`.
   */
  connectionString: string;
  /** Put before the name of every stream, so that one server can hold several logs (default: nothing). */
  namespace?: string;
  /** What the names of the log's streams begin with. Others are neither written nor seen. */
  streams?: readonly string[];
  /** The call that announces new events is replaced when it says nothing for so long (default 10,000). */
  silenceMs?: number;
}

export interface Settings extends Required<EventStoreDbOptions> {
  /** Beginnings of the names of all streams of this log, as the server knows them. */
  prefixes: string[];
}

/** The options with their defaults. Throws `RangeError` for what makes no sense, without the connection string in it. */
export function settingsOf(options: EventStoreDbOptions): Settings {
  const problem = eventStoreAddressProblem(options.connectionString);
  if (problem !== null) throw new RangeError(`The address of the EventStoreDB ${problem}`);
  const settings = {
    ...SERVER_DEFAULTS,
    namespace: '',
    // Those of matches and of competitions.
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
