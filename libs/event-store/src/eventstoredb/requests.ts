import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';

const { Options } = streams.ReadReq;
const { FORWARDS, BACKWARDS } = Options.ReadDirection;

/**
 * Events that the server looks at in one go while it looks for those of the filter. With so many it passes two to three
 * million a second; with its own choice of 32 not a third.
 */
const WINDOW = 4_096;

export const empty = () => new shared.Empty();
/** How a stream is named in a request. */
export const named = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

/** Events of a stream from a revision on. */
export function streamRequest(stream: string, from: bigint, limit: number): ReadReq {
  const of = new Options.StreamOptions().setStreamIdentifier(named(stream)).setRevision(`${from}`);
  return request(new Options().setStream(of).setNoFilter(empty()).setReadDirection(FORWARDS), limit);
}

/** The last event of a stream. */
export function lastRequest(stream: string): ReadReq {
  const of = new Options.StreamOptions().setStreamIdentifier(named(stream)).setEnd(empty());
  return request(new Options().setStream(of).setNoFilter(empty()).setReadDirection(BACKWARDS), 1);
}

/** Events of the streams whose names begin so, from a position on (null: from the first), the one at the position included. */
export function pageRequest(prefixes: string[], from: bigint | null, limit: number): ReadReq {
  const at = from === null ? null : new Options.Position().setCommitPosition(`${from}`).setPreparePosition(`${from}`);
  const all = at === null ? new Options.AllOptions().setStart(empty()) : new Options.AllOptions().setPosition(at);
  return request(filtered(prefixes, all).setReadDirection(FORWARDS), limit);
}

/** The last event of all of the streams whose names begin so. */
export function headRequest(prefixes: string[]): ReadReq {
  return request(filtered(prefixes, new Options.AllOptions().setEnd(empty())).setReadDirection(BACKWARDS), 1);
}

/** Whatever is appended from now on to the streams whose names begin so. */
export function newsRequest(prefixes: string[]): ReadReq {
  const options = filtered(prefixes, new Options.AllOptions().setEnd(empty())).setReadDirection(FORWARDS);
  return request(options.setSubscription(new Options.SubscriptionOptions()), null);
}

function filtered(prefixes: string[], all: ReadReq.Options.AllOptions): ReadReq.Options {
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList(prefixes))
    .setMax(WINDOW)
    .setCheckpointintervalmultiplier(1);
  return new Options().setAll(all).setFilter(filter);
}

function request(options: ReadReq.Options, limit: number | null): ReadReq {
  if (limit !== null) options.setCount(`${limit}`);
  options.setResolveLinks(false).setUuidOption(new Options.UUIDOption().setString(empty()));
  return new streams.ReadReq().setOptions(options);
}
