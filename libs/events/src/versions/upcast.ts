import { COMPETITION_UPCASTERS } from '../competition/competition.events.js';
import { COMPETITION_SCHEMA_VERSIONS } from '../competition/competition.fold.js';
import { MATCH_UPCASTERS } from '../match/match.events.js';
import { MATCH_SCHEMA_VERSIONS } from '../match/match.fold.js';
import type { JsonObject, RecordedEvent } from '../envelope/envelope.js';
import { type Upcasters, writtenVersions, type SchemaVersions } from '../envelope/folding.js';

/** An event that this build cannot read: its type is unknown, or a newer build wrote it. Readers choose what to do. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';

  /** @param known the newest version that this build reads; null if the type itself is unknown */
  constructor({ id, type, metadata }: Pick<RecordedEvent, 'id' | 'type' | 'metadata'>, known: number | null) {
    const reason = known === null ? 'has an unknown type' : `is newer than version ${known}`;
    super(`Event ${id}, ${type} version ${metadata.schemaVersion}, ${reason}`);
  }
}

/** Every event type that this build reads, with its current version. Types are unique across all streams. */
export const SCHEMA_VERSIONS: SchemaVersions = { ...MATCH_SCHEMA_VERSIONS, ...COMPETITION_SCHEMA_VERSIONS };

/** The version of each event type that this build writes; 0 if it writes none. */
export const WRITTEN_VERSIONS = writtenVersions(SCHEMA_VERSIONS);

/**
 * Converts a stored event's data and `schemaVersion` to the current version. Apply it right after reading, but after
 * checking hashes, which cover the event as stored.
 *
 * @throws UnknownEvent
 */
export const upcast: (event: RecordedEvent) => RecordedEvent = upcasting(SCHEMA_VERSIONS, {
  ...MATCH_UPCASTERS,
  ...COMPETITION_UPCASTERS,
});

export function upcasting(versions: SchemaVersions, upcasters: Upcasters): (event: RecordedEvent) => RecordedEvent {
  const known = new Map(Object.entries(versions));
  return (event) => {
    const current = known.get(event.type);
    const { schemaVersion } = event.metadata;
    if (current === undefined) throw new UnknownEvent(event, null);
    if (schemaVersion === current) return event;
    if (!(Number.isInteger(schemaVersion) && schemaVersion >= 1 && schemaVersion < current)) {
      throw new UnknownEvent(event, current);
    }
    const steps = upcasters[event.type] ?? [];
    const data = steps.slice(schemaVersion - 1).reduce((older, step) => step(older), event.data as JsonObject);
    return { ...event, data, metadata: { ...event.metadata, schemaVersion: current } };
  };
}
