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
  return events.map(({ type, data, ...given }, index) => {
    const [position, commandId] = [BigInt(index), entryId(index)];
    const { id = commandId, recordedAt = minute(index), schemaVersion = 1 } = given;
    const by = { commandId, fingerprint: '', actorId: 'system', deviceId: null, correlationId: commandId };
    const metadata = { ...by, recordedAt, occurredAt: null, schemaVersion, prevHash: null, hash: '' };
    return { id, type, data, metadata, stream: 'a-stream', revision: position, position };
  });
}

export const minute = (index: number): string => new Date(Date.UTC(2026, 10, 20, 20, index)).toISOString();

/** Id of the event with this index. */
export const entryId = (index: number): string => `6f0d1e2c-0000-5000-8000-${String(index).padStart(12, '0')}`;
