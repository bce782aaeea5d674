import type { JsonObject, RecordedEvent } from './envelope.js';

/** What a fold needs besides the event's type and data. */
export interface Occurrence {
  id: string;
  recordedAt: string;
}

/** The change that each type of event makes to the state, by mutating it. */
export type Changes<State, Events> = { [T in keyof Events]: (state: State, data: Events[T], at: Occurrence) => void };

/** Changes fields of a state, or of a part of it. */
export function change<Part extends object>(part: Part, to: Partial<Part>): void {
  Object.assign(part, to);
}

/** Stops a fold at an event that cannot follow those before it, which the deciders rule out. @throws Error */
export function impossible(why: string): never {
  throw new Error(why);
}

/** An event as a decider returns it and the fold applies it. */
export type EventOf<Events> = { [T in keyof Events & string]: { type: T; data: Events[T] } }[keyof Events & string];

/** Turns an event's data of one version into data of the next. Pure, and never changed once released. */
type Upcaster = (data: JsonObject) => JsonObject;

/** By event type, the upcasters from version 1 to 2, from 2 to 3 and so on; types with a single version are missing. */
export type Upcasters<Type extends string = string> = Readonly<Partial<Record<Type, readonly Upcaster[]>>>;

/**
 * The fold of one kind of stream, and the current version of each type of event: one more than its upcasters.
 *
 * @param kind what its events are called in errors
 * @param first the type of the event that makes the state, and how
 */
export function folding<State, Events extends object, First extends keyof Events & string>(
  kind: string,
  first: { type: First; make: (data: Events[First], at: Occurrence) => State },
  changes: Changes<State, Events>,
  upcasters: Upcasters<keyof Events & string>,
) {
  type Type = keyof Events & string;
  type Event = EventOf<Events>;

  /** Checks the type only: deciders made all the data in the log. */
  const isEvent = (event: RecordedEvent): event is RecordedEvent & Event => Object.hasOwn(changes, event.type);

  const changeBy = <T extends Type>(state: State, type: T, data: Events[T], at: Occurrence): void =>
    changes[type](state, data, at);

  /** Applies one event by mutating `state`, which the caller owns. The first event returns a new state. */
  const apply = (state: State | null, event: Event, at: Occurrence): State => {
    if (event.type === first.type) return first.make(event.data as Events[First], at);
    if (state === null) throw new Error(`${event.type} before ${first.type}`);
    changeBy(state, event.type, event.data, at);
    return state;
  };

  /** Folds upcast events, either a whole stream or those that follow `from`. Null for a stream without events. */
  const fold = (events: readonly RecordedEvent[], from: State | null = null): State | null => {
    let state = from;
    for (const event of events) {
      if (!isEvent(event)) throw new Error(`${event.type} is not a ${kind} event`);
      state = apply(state, event, { id: event.id, recordedAt: event.metadata.recordedAt });
    }
    return state;
  };

  const types = Object.keys(changes) as Type[];
  const versions = types.map((type) => [type, (upcasters[type]?.length ?? 0) + 1]);
  return { isEvent, apply, fold, schemaVersions: Object.fromEntries(versions) as Record<Type, number> };
}

/** A version by event type. */
export type SchemaVersions = Readonly<Record<string, number>>;

/**
 * Event types whose current version this build reads but does not write yet, with the version it writes instead (0:
 * none). The next release writes the current version (docs/adr/0019-upgrades-process-by-process.md). Until then, deciders
 * return data that is right in both versions: a new field is null.
 */
const READ_AHEAD: SchemaVersions = {};

/** The version of each event type that this build writes, given those it reads. */
export function writtenVersions<Versions extends SchemaVersions>(current: Versions, readAhead = READ_AHEAD): Versions {
  const ahead = Object.entries(readAhead).filter(([type]) => Object.hasOwn(current, type));
  return { ...current, ...Object.fromEntries(ahead) };
}
