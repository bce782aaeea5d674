import type { RecordedEvent } from '../envelope/envelope.js';

/** The fields of an event that a test gives; folds do not depend on the rest of its envelope. */
export interface GivenEvent {
  type: string;
  data: object;
  id?: string;
  recordedAt?: string;
  schemaVersion?: number;
}

/** A stream with one minute between events, as a store returns it. */
export function recorded(events: readonly GivenEvent[]): RecordedEvent[] {
  return events.map(({ type, data, id, recordedAt, schemaVersion }, index) => {
    const position = BigInt(index);
    const commandId = entryId(index);
    const metadata = {
      commandId,
      fingerprint: '',
      actorId: 'system',
      deviceId: null,
      correlationId: commandId,
      recordedAt: recordedAt ?? minute(index),
      occurredAt: null,
      schemaVersion: schemaVersion ?? 1,
      prevHash: null,
      hash: '',
    };
    return { id: id ?? commandId, type, data, metadata, stream: 'a-stream', revision: position, position };
  });
}

export const minute = (index: number): string => new Date(Date.UTC(2026, 10, 20, 20, index)).toISOString();

/** Id of the event with this index. */
export const entryId = (index: number): string => `6f0d1e2c-0000-5000-8000-${String(index).padStart(12, '0')}`;
