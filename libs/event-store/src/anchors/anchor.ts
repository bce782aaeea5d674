import { createHash } from 'node:crypto';
import { canonicalJson, UUID } from '@fairmark/events';
import { z } from 'zod';

/** Incremented when the computation of anchors changes. */
const ANCHOR_FORMAT = 1;
/** Most events that one anchor covers. */
export const ANCHOR_EVENTS_MAX = 1_000;
/** Length in bytes of the prefix that an anchor stores of each event's hash. */
export const PREFIX_BYTES = 8;

const POSITION = z.string().regex(/^[1-9]\d{0,18}$/);
const ID = z.string().regex(UUID);
const HASH = /^[0-9a-f]{64}$/;

const ANCHOR = z
  .strictObject({
    format: z.literal(ANCHOR_FORMAT),
    /** Id of the anchored log, to which the positions belong. */
    logId: ID,
    /** Position of the event before the first one covered, decimal; null for the first anchor of the first log. */
    after: POSITION.nullable(),
    /** Position of the last event covered, decimal. */
    to: POSITION,
    /** Number of events covered. */
    count: z.int().min(1).max(ANCHOR_EVENTS_MAX),
    firstId: ID,
    lastId: ID,
    /** SHA-256, hex, over the hashes of the events in order, 32 bytes each. */
    root: z.string().regex(HASH),
    /** The first 8 bytes of each event's hash, base64; they locate an altered event even after hashes were recomputed. */
    prefixes: z.string(),
    /** `anchorHash` of the previous anchor, which may be of a log that was copied into this one; null for the first. */
    previous: z.string().regex(HASH).nullable(),
    /** ISO 8601, by the clock of the process that made it. */
    madeAt: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  })
  .refine(({ count, prefixes }) => Buffer.from(prefixes, 'base64').length === count * PREFIX_BYTES)
  .refine(({ after, previous }) => (after === null) === (previous === null));

/**
 * A summary of the log between two positions, stored out of reach of every database account. It reveals any later
 * alteration, removal, insertion or reordering of events, even if every hash in the log was recomputed.
 */
export type Anchor = z.infer<typeof ANCHOR>;

/** The parts of an event that an anchor covers. `hash`: 64 hexadecimal digits. */
export interface AnchoredEvent {
  id: string;
  position: bigint;
  hash: string;
}

/** Anchors 1 to 1,000 consecutive events that follow those of `previous` (null: none yet). @throws RangeError */
export function makeAnchor(
  logId: string,
  previous: Anchor | null,
  events: readonly AnchoredEvent[],
  madeAt: string,
): Anchor {
  const [first, last] = [events[0], events.at(-1)];
  if (first === undefined || last === undefined || events.length > ANCHOR_EVENTS_MAX) {
    throw new RangeError(`An anchor holds 1 to ${ANCHOR_EVENTS_MAX} events, not ${events.length}`);
  }
  return {
    format: ANCHOR_FORMAT,
    logId,
    after: previous?.to ?? null,
    to: `${last.position}`,
    firstId: first.id,
    lastId: last.id,
    ...sealOf(events.map(({ hash }) => hash)),
    previous: previous === null ? null : anchorHash(previous),
    madeAt,
  };
}

/** What an anchor holds of its events' hashes, given in order. @throws RangeError for a string that is not a hash */
export function sealOf(hashes: readonly string[]): Pick<Anchor, 'count' | 'root' | 'prefixes'> {
  const prefixes = hashes.map((hash) => hash.slice(0, PREFIX_BYTES * 2)).join('');
  return {
    count: hashes.length,
    root: rootOf(hashBytes(hashes)),
    prefixes: Buffer.from(prefixes, 'hex').toString('base64'),
  };
}

/** SHA-256 of an anchor's canonical JSON, hex; the next anchor stores it as `previous`. */
export function anchorHash(anchor: Anchor): string {
  return createHash('sha256').update(canonicalJson(anchor)).digest('hex');
}

/** Concatenates hexadecimal event hashes as bytes. @throws RangeError for a string that is not a hash */
export function hashBytes(hashes: readonly string[]): Buffer {
  if (!hashes.every((hash) => HASH.test(hash))) throw new RangeError('An event hash is not SHA-256 in hex');
  return Buffer.from(hashes.join(''), 'hex');
}

/** SHA-256, hex, over concatenated event hashes of 32 bytes each. */
export function rootOf(hashes: Uint8Array): string {
  return createHash('sha256').update(hashes).digest('hex');
}

export class AnchorUnreadable extends Error {
  override readonly name = 'AnchorUnreadable';
}

/** Parses an anchor. @throws AnchorUnreadable unless the text is exactly what `writeAnchor` produces */
export function readAnchor(text: string): Anchor {
  let read: { format?: unknown } | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch (cause) {
    throw new AnchorUnreadable('it is not JSON', { cause });
  }
  if (read?.format !== ANCHOR_FORMAT) {
    throw new AnchorUnreadable(`its format is not ${ANCHOR_FORMAT}, which this build reads`);
  }
  const { data: anchor, error: cause } = ANCHOR.safeParse(read);
  if (anchor === undefined) throw new AnchorUnreadable('a field is missing or invalid', { cause });
  // Duplicate keys and other spellings fail here, so each anchor has exactly one valid text.
  if (writeAnchor(anchor) !== text.trimEnd()) throw new AnchorUnreadable('it is not in canonical form');
  return anchor;
}

/** Serialises an anchor: canonical JSON on one line, without a line break at the end. */
export function writeAnchor(anchor: Anchor): string {
  return canonicalJson(anchor);
}

/**
 * Checks that anchors form a chain without gaps, also where one log was copied into another. Null when they do; otherwise
 * `to` of the first faulty anchor, and what is wrong, as the end of a sentence whose subject is the anchor.
 *
 * @param from whether the chain must start with the first anchor of the first log, or may start with any anchor
 */
export function anchorChainFault(
  anchors: readonly Anchor[],
  from: 'beginning' | 'middle' = 'beginning',
): { to: string; fault: string } | null {
  for (const [at, anchor] of anchors.entries()) {
    const fault = linkFault(anchor, anchors[at - 1] ?? null, from);
    if (fault !== null) return { to: anchor.to, fault };
  }
  return null;
}

function linkFault(anchor: Anchor, previous: Anchor | null, from: 'beginning' | 'middle'): string | null {
  if (BigInt(anchor.to) - BigInt(anchor.after ?? 0) < BigInt(anchor.count)) {
    return 'counts more events than there are positions';
  }
  if (previous === null) {
    return anchor.after === null || from === 'middle'
      ? null
      : `needs the one up to position ${anchor.after}, which is missing`;
  }
  if (anchor.logId === previous.logId && anchor.after !== previous.to) {
    return `begins after position ${anchor.after ?? 0}, but the one before it ends at ${previous.to}`;
  }
  return anchor.previous === anchorHash(previous)
    ? null
    : 'does not name the one before it: one of the two was changed';
}
