import { COMPETITION_UPCASTERS } from '../competition/competition.events.js';
import { MATCH_UPCASTERS } from '../match/match.events.js';
import type { JsonObject, RecordedEvent } from '../envelope/envelope.js';
import { versionsOf, type Upcasters } from '../envelope/upcaster.js';

/** Today's version by event type. */
export type SchemaVersions = Readonly<Record<string, number>>;

/** An event that this build cannot read: of no known type, or written by a newer build. Readers choose what to do. */
export class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
  readonly type: string;
  readonly schemaVersion: number;

  constructor(
    event: Pick<RecordedEvent, 'id' | 'type' | 'metadata'>,
    /** The newest version that this build reads; null: the type itself is unknown. */
    readonly known: number | null,
  ) {
    const { schemaVersion } = event.metadata;
    const reason = known === null ? 'no known type' : `newer than version ${known}`;
    super(`Event ${event.id}, ${event.type} version ${schemaVersion}, is of ${reason}`);
    this.type = event.type;
    this.schemaVersion = schemaVersion;
  }
}

/** Types are unique over all streams. */
const UPCASTERS: Upcasters = { ...MATCH_UPCASTERS, ...COMPETITION_UPCASTERS };

/** Every event type that this build reads, with its current version. */
export const SCHEMA_VERSIONS: SchemaVersions = versionsOf(UPCASTERS);

/**
 * What this build reads and does not write yet, by event type the version that is written instead, 0 where there is none: the next
 * release writes it, when every build that may run beside it can read it (docs/adr/0019-upgrades-process-by-process.md).
 */
const READ_AHEAD: SchemaVersions = {};

/** The newest version of each event type that this build writes; 0: it writes none. */
export const WRITTEN_VERSIONS: SchemaVersions = { ...SCHEMA_VERSIONS, ...READ_AHEAD };

/**
 * A stored event as today's code reads it: its data lifted to the current version, `schemaVersion` with it. Applied right
 * after reading; what is hashed and stored stays as it was, so hashes are checked before.
 *
 * @throws UnknownEvent
 */
export const upcast: (event: RecordedEvent) => RecordedEvent = upcasting(UPCASTERS);

/** Builds an `upcast` for a set of event types. */
export function upcasting(upcasters: Upcasters): (event: RecordedEvent) => RecordedEvent {
  const known = new Map(Object.entries(upcasters));
  return (event) => {
    const steps = known.get(event.type);
    const { schemaVersion } = event.metadata;
    if (steps === undefined) throw new UnknownEvent(event, null);
    const current = steps.length + 1;
    if (schemaVersion === current) return event;
    if (!(Number.isInteger(schemaVersion) && schemaVersion >= 1 && schemaVersion < current)) {
      throw new UnknownEvent(event, current);
    }
    const data = steps.slice(schemaVersion - 1).reduce((older, step) => step(older), event.data as JsonObject);
    return { ...event, data, metadata: { ...event.metadata, schemaVersion: current } };
  };
}
