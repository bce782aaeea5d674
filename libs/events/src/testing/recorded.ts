import type { RecordedEvent } from '../envelope/envelope.js';

/** What a test says of an event; the rest of its envelope does not matter to folds. */
export interface Told {
  type: string;
  data: object;
  id?: string;
  recordedAt?: string;
  schemaVersion?: number;
}

/** A stream of one minute per event, as a store would hand it out. */
export function recorded(events: readonly Told[]): RecordedEvent[] {
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
