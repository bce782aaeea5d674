import messages from '@eventstore/db-client/generated/streams_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent, StubAppendAnswer, StubEvent } from './stub-log.js';

const TICKS_PER_MS = 10_000;

/** An event in an answer to a read, with its positions. */
export function eventAnswer(event: StubEvent): ReadResp {
  const position = String(event.position);
  const recorded = new messages.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')))
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
  new messages.ReadResp().setStreamNotFound(
    new messages.ReadResp.StreamNotFound().setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
    ),
  );

/** What the server says to an append at `expected`; `withPosition: false` leaves the position out, as the protocol allows. */
export function appendAnswer(
  answer: StubAppendAnswer,
  expected: bigint | null,
  { withPosition }: { withPosition: boolean },
): AppendResp {
  if ('last' in answer) {
    const { revision, position } = answer.last;
    const success = new messages.AppendResp.Success().setCurrentRevision(String(revision));
    if (!withPosition) return new messages.AppendResp().setSuccess(success.setNoPosition(new shared.Empty()));
    const at = new messages.AppendResp.Position()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position));
    return new messages.AppendResp().setSuccess(success.setPosition(at));
  }
  const wrong = new messages.AppendResp.WrongExpectedVersion();
  if (expected === null) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  if (answer.current === null) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(answer.current));
  return new messages.AppendResp().setWrongExpectedVersion(wrong);
}

/** The stream that a request names; names travel as bytes. */
export function streamOf(request: AppendReq.Options | ReadReq.Options.StreamOptions): string {
  return Buffer.from(request.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
}

/** One event of an append. */
export function proposedOf(message: AppendReq.ProposedMessage): ProposedEvent {
  const metadata = new Map<string, string>();
  message.getMetadataMap().forEach((value: string, key: string) => metadata.set(key, value));
  return {
    id: message.getId()?.getString() ?? '',
    metadata,
    data: message.getData_asU8(),
    customMetadata: message.getCustomMetadata_asU8(),
  };
}

/** Which streams a request's filter lets through. */
export function filterOf(options: ReadReq.Options): (event: StubEvent) => boolean {
  const prefixes = options.getFilter()?.getStreamIdentifier()?.getPrefixList() ?? [];
  if (!options.hasFilter()) return () => true;
  if (prefixes.length === 0) throw new Error('The stub knows filters on prefixes of stream names alone');
  return ({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix));
}
