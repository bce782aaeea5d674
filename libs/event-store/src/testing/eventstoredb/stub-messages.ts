import any from 'google-protobuf/google/protobuf/any_pb.js';
import google from 'google-protobuf/google/protobuf/empty_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpcCodes from '@eventstore/db-client/generated/code_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent, StubAppendAnswer, StubEvent } from './stub-log.js';

const { Any } = any;
const { Empty } = google;
const TICKS_PER_MS = 10_000;

/** An event in an answer to a read, with its positions. */
export function eventAnswer(event: StubEvent): ReadResp {
  const position = String(event.position);
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(named(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(event.data)
    .setCustomMetadata(event.customMetadata);
  const metadata = recorded.getMetadataMap();
  for (const [key, value] of event.metadata) metadata.set(key, value);
  metadata.set('created', String(Date.now() * TICKS_PER_MS));
  const read = new messages.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new messages.ReadResp().setEvent(read);
}

export const confirmation = (): ReadResp =>
  new messages.ReadResp().setConfirmation(new messages.ReadResp.SubscriptionConfirmation().setSubscriptionId('stub'));

export const caughtUp = (): ReadResp => new messages.ReadResp().setCaughtUp(new messages.ReadResp.CaughtUp());

export const checkpoint = (position: bigint): ReadResp =>
  new messages.ReadResp().setCheckpoint(
    new messages.ReadResp.Checkpoint().setCommitPosition(String(position)).setPreparePosition(String(position)),
  );

export const streamNotFound = (stream: string): ReadResp =>
  new messages.ReadResp().setStreamNotFound(new messages.ReadResp.StreamNotFound().setStreamIdentifier(named(stream)));

const named = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

/** A cluster of one server, which leads. */
export function leaderAnswer(port: number): gossip.ClusterInfo {
  const leader = new gossip.MemberInfo()
    .setState(gossip.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
  return new gossip.ClusterInfo().setMembersList([leader]);
}

/** The server's answer to an append; `withPosition: false` omits the position, as the protocol allows. */
export function appendAnswer(
  id: shared.UUID | undefined,
  answer: StubAppendAnswer,
  { withPosition }: { withPosition: boolean },
): BatchAppendResp {
  if (!('last' in answer)) {
    const wrong = new shared.WrongExpectedVersion();
    if (answer.current === null) wrong.setCurrentNoStream(new Empty());
    else wrong.setCurrentStreamRevision(String(answer.current));
    const details = new Any();
    details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
    return failedAnswer(id, rpcCodes.Code.ALREADY_EXISTS, 'WrongExpectedVersion', details);
  }
  const { revision, position } = answer.last;
  const success = new messages.BatchAppendResp.Success().setCurrentRevision(String(revision));
  const at = new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position));
  if (withPosition) success.setPosition(at);
  else success.setNoPosition(new Empty());
  return new messages.BatchAppendResp().setCorrelationId(id).setSuccess(success);
}

/** A failed append, after which the stream of appends continues. */
export function failedAnswer(
  id: shared.UUID | undefined,
  code: rpcCodes.Code,
  message: string,
  details = new Any(),
): BatchAppendResp {
  const error = new rpc.Status().setCode(code).setMessage(message).setDetails(details);
  return new messages.BatchAppendResp().setCorrelationId(id).setError(error);
}

/** The stream named in a request, as bytes. */
export function streamOf(request: BatchAppendReq.Options | ReadReq.Options.StreamOptions): string {
  return Buffer.from(request.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
}

export function proposedOf(message: BatchAppendReq.ProposedMessage): ProposedEvent {
  const metadata = new Map<string, string>();
  message.getMetadataMap().forEach((value: string, key: string) => metadata.set(key, value));
  return {
    id: message.getId()?.getString() ?? '',
    metadata,
    data: message.getData_asU8(),
    customMetadata: message.getCustomMetadata_asU8(),
  };
}

/** Whether a request's filter matches a stream. */
export function filterOf(options: ReadReq.Options): (event: StubEvent) => boolean {
  const prefixes = options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [];
  if (!options.hasFilter()) return () => true;
  if (prefixes.length === 0) throw new Error('The stub knows filters on prefixes of stream names alone');
  return ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix));
}
