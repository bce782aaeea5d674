/** JSON as stored: a value that `JSON.parse(JSON.stringify(value))` returns unchanged. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Who caused an event, when, and with which command. Holds ids, never personal data. */
export interface EventMetadata {
  commandId: string;
  /** SHA-256 of the command's body: distinguishes a retry from a different request with the same key. */
  fingerprint: string;
  /** The golfer, or `system` for timed jobs. */
  actorId: string;
  /** A random id per installation of the client. */
  deviceId: string | null;
  correlationId: string;
  /** Stamped by the api, ISO 8601; never before the previous event of the stream. */
  recordedAt: string;
  /** When the golfer acted, by the phone's clock. */
  occurredAt: string | null;
  schemaVersion: number;
  /** Hash of the stream's previous event, null for its first. */
  prevHash: string | null;
  hash: string;
}

/** An event to be appended to a stream. */
export interface NewEvent<Type extends string = string, Data = unknown> {
  id: string;
  type: Type;
  data: Data;
  metadata: EventMetadata;
}

/** An event as the log holds it. */
export interface RecordedEvent<Type extends string = string, Data = unknown> extends NewEvent<Type, Data> {
  stream: string;
  /** Position in the stream, from 0. */
  revision: bigint;
  /** Position in the whole log. Increasing, but possibly with gaps: compare it, never do arithmetic with it. */
  position: bigint;
}

/** An id as Node writes it: of an event, a golfer, a match, a log. */
export const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The id of what a stream is about: that of the match, of `match-<id>`. */
export const idOfStream = (stream: string): string => stream.slice(stream.indexOf('-') + 1);
