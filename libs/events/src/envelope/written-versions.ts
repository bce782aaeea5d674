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
