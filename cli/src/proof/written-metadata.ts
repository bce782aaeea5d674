/** A text of JSON without anything escaped in it, or nothing. */
const TEXT = '"[^"\\\\]*"';
const NO_TEXT = `${TEXT}|null`;

/** Metadata as Postgres writes it: jsonb has its names by their length. */
const WRITTEN = new RegExp(
  [
    '^\\{"hash": "([0-9a-f]{64})"',
    `"actorId": (${TEXT})`,
    `"deviceId": (${NO_TEXT})`,
    '"prevHash": ("[0-9a-f]{64}"|null)',
    `"commandId": (${TEXT})`,
    `"occurredAt": (${NO_TEXT})`,
    `"recordedAt": (${TEXT})`,
    `"fingerprint": (${TEXT})`,
    `"correlationId": (${TEXT})`,
    '"schemaVersion": ([1-9]\\d{0,8})\\}$',
  ].join(', '),
);

/** An event's metadata, as far as a proof needs it. */
export interface WrittenMetadata {
  hash: string;
  /** Empty: none. */
  previous: string;
  recordedAt: string;
  schemaVersion: string;
  /** Canonical JSON of everything but the hash. */
  canonical: string;
}

/** Reads metadata that are written as every event's are; null: these are others, and have to be read in full. Half the work of that. */
export function readWritten(text: string): WrittenMetadata | null {
  const found = WRITTEN.exec(text);
  if (found === null) return null;
  const [
    ,
    hash = '',
    actor,
    device,
    previous = '',
    command,
    occurred,
    recorded = '',
    print,
    correlation,
    version = '',
  ] = found;
  const canonical = `{"actorId":${actor},"commandId":${command},"correlationId":${correlation},"deviceId":${device},"fingerprint":${print},"occurredAt":${occurred},"prevHash":${previous},"recordedAt":${recorded},"schemaVersion":${version}}`;
  return {
    hash,
    previous: previous === 'null' ? '' : previous.slice(1, -1),
    recordedAt: recorded.slice(1, -1),
    schemaVersion: version,
    canonical,
  };
}
