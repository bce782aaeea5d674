import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EncodedEvent } from '../port/encoding.js';
import { empty, named } from './requests.js';

/** An event as it goes to the server: an id that is the server's, and text. */
export interface SentEvent extends Pick<EncodedEvent, 'id' | 'type' | 'data'> {
  metadata: string | null;
}

/** An append after a revision, -1 for no stream; `id` (a UUID) comes back with its answer. */
export function appendRequest(id: string, stream: string, expected: bigint, events: readonly SentEvent[]) {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(named(stream));
  if (expected < 0n) options.setNoStream(empty());
  else options.setStreamPosition(`${expected}`);
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
}

function proposed({ id, type, data, metadata }: SentEvent): BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(data));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return metadata === null ? message : message.setCustomMetadata(Buffer.from(metadata));
}

/** The last event's position where the server says it, or where the stream stands instead (null: there is none). */
export type Answer = { position: bigint | null } | { actual: bigint | null };

const WRONG_VERSION = 'event_store.client.WrongExpectedVersion';

/** What became of an append; an error has gRPC's code. */
export function answerOf(response: BatchAppendResp): Answer | Error {
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
