import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedEvent } from '../port/encoding.js';

const { Options } = streams.ReadReq;
const { FORWARDS, BACKWARDS } = Options.ReadDirection;

/**
 * Events that the server scans per batch when it applies the filter. With this many it scans two to three million a
 * second; with its default of 32, less than a third of that.
 */
const WINDOW = 4_096;

const empty = () => new shared.Empty();
const uuid = (id: string) => new shared.UUID().setString(id);
const named = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream));

export function streamRequest(stream: string, from: bigint, limit: number): ReadReq {
  return request(ofStream(stream, new Options.StreamOptions().setRevision(`${from}`)).setCount(`${limit}`));
}

export function lastRequest(stream: string): ReadReq {
  return request(ofStream(stream, new Options.StreamOptions().setEnd(empty())).setCount('1'), BACKWARDS);
}

/** Events of the streams with these prefixes, from a position on, inclusive (null: from the first). */
export function pageRequest(prefixes: string[], from: bigint | null, limit: number): ReadReq {
  const at = new Options.Position().setCommitPosition(`${from}`).setPreparePosition(`${from}`);
  const all = new Options.AllOptions();
  const options = ofAll(prefixes, from === null ? all.setStart(empty()) : all.setPosition(at));
  return request(options.setCount(`${limit}`));
}

/** The last event of all streams with these prefixes. */
export function headRequest(prefixes: string[]): ReadReq {
  return request(ofAll(prefixes, new Options.AllOptions().setEnd(empty())).setCount('1'), BACKWARDS);
}

/** Subscribes to everything appended from now on to the streams with these prefixes. */
export function newsRequest(prefixes: string[]): ReadReq {
  const fromNow = ofAll(prefixes, new Options.AllOptions().setEnd(empty()));
  return request(fromNow.setSubscription(new Options.SubscriptionOptions()));
}

function ofStream(stream: string, from: ReadReq.Options.StreamOptions): ReadReq.Options {
  return new Options().setStream(from.setStreamIdentifier(named(stream))).setNoFilter(empty());
}

function ofAll(prefixes: string[], from: ReadReq.Options.AllOptions): ReadReq.Options {
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList(prefixes))
    .setMax(WINDOW)
    .setCheckpointintervalmultiplier(1);
  return new Options().setAll(from).setFilter(filter);
}

function request(options: ReadReq.Options, direction: typeof FORWARDS | typeof BACKWARDS = FORWARDS): ReadReq {
  options.setReadDirection(direction).setResolveLinks(false);
  return new streams.ReadReq().setOptions(options.setUuidOption(new Options.UUIDOption().setString(empty())));
}

/** An event as sent to the server, under the server's own id (see `sentId`). */
export interface SentEvent extends Pick<EncodedEvent, 'id' | 'type' | 'data'> {
  metadata: string | null;
}

/** An append after revision `expected`, -1 for no stream. The answer carries the same `id` (a UUID). */
export function appendRequest(id: string, stream: string, expected: bigint, events: readonly SentEvent[]) {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(named(stream));
  if (expected < 0n) options.setNoStream(empty());
  else options.setStreamPosition(`${expected}`);
  return new streams.BatchAppendReq()
    .setCorrelationId(uuid(id))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
}

function proposed({ id, type, data, metadata }: SentEvent): BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage().setId(uuid(id)).setData(Buffer.from(data));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return metadata === null ? message : message.setCustomMetadata(Buffer.from(metadata));
}

/** The last event's position, if known; on a conflict, the stream's actual revision (null: no stream). */
export type ServerAnswer = { position: bigint | null } | { actual: bigint | null };

const WRONG_VERSION = 'event_store.client.WrongExpectedVersion';

/** The outcome of an append; an error carries the gRPC code. */
export function answerOf(response: BatchAppendResp): ServerAnswer | Error {
  const failure = response.getError();
  if (failure === undefined) {
    const position = response.getSuccess()?.getPosition()?.getCommitPosition();
    return { position: position === undefined ? null : BigInt(position) };
  }
  const wrong = failure
    .getDetails()
    ?.unpack((bytes) => shared.WrongExpectedVersion.deserializeBinary(bytes), WRONG_VERSION);
  if (!wrong) return Object.assign(new Error(failure.getMessage()), { code: failure.getCode() });
  return { actual: wrong.hasCurrentStreamRevision() ? BigInt(wrong.getCurrentStreamRevision()) : null };
}
