import { COMPETITION_SCHEMA_VERSIONS } from '../competition/competition.events.js';
import { MATCH_SCHEMA_VERSIONS } from '../match/match.events.js';
import type { JsonObject, RecordedEvent } from '../envelope/envelope.js';

/** Turns an event's data of one version into data of the next. Pure, and never changed once released. */
export type Upcaster = (data: JsonObject) => JsonObject;

/** By event type: the upcaster from version 1 to 2, from 2 to 3, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

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

/** All versions there have been, in one place. A type without older versions has no entry. */
const UPCASTERS: Upcasters = {
  // Until version 2 a signature did not state which entries were shown.
  CardSigned: [(data) => ({ ...data, asShown: false })],
  // Until version 2 players were shown without being asked.
  CompetitionCreated: [(data) => ({ ...data, consent: 'ASSUMED' })],
};

/** Every event type that this build reads, with its current version. Types are unique over all streams. */
export const SCHEMA_VERSIONS: SchemaVersions = { ...MATCH_SCHEMA_VERSIONS, ...COMPETITION_SCHEMA_VERSIONS };

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
export const upcast: (event: RecordedEvent) => RecordedEvent = upcasting(SCHEMA_VERSIONS, UPCASTERS);

/**
 * Builds an `upcast` for a set of event types.
 *
 * @throws Error when a type has not exactly one upcaster per older version.
 */
export function upcasting(versions: SchemaVersions, upcasters: Upcasters): (event: RecordedEvent) => RecordedEvent {
  for (const type of Object.keys(upcasters)) {
    if (!Object.hasOwn(versions, type)) throw new Error(`Upcasters for ${type}, which is no event type`);
  }
  const chains = new Map<string, { current: number; steps: readonly Upcaster[] }>();
  for (const [type, current] of Object.entries(versions)) {
    const steps = upcasters[type] ?? [];
    if (steps.length !== current - 1) throw new Error(`${type} version ${current} needs ${current - 1} upcasters`);
    chains.set(type, { current, steps });
  }

  return (event) => {
    const chain = chains.get(event.type);
    const { schemaVersion } = event.metadata;
    if (chain === undefined) throw new UnknownEvent(event, null);
    if (schemaVersion === chain.current) return event;
    if (!(Number.isInteger(schemaVersion) && schemaVersion >= 1 && schemaVersion < chain.current)) {
      throw new UnknownEvent(event, chain.current);
    }
    const data = chain.steps.slice(schemaVersion - 1).reduce((older, step) => step(older), event.data as JsonObject);
    return { ...event, data, metadata: { ...event.metadata, schemaVersion: chain.current } };
  };
}
