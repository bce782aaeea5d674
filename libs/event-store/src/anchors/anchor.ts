import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@fairmark/events';

/** Incremented when the computation of anchors changes. */
export const ANCHOR_FORMAT = 1;
/** Most events that one anchor covers. */
export const ANCHOR_EVENTS_MAX = 1_000;
/** Length in bytes of the prefix that an anchor stores of each event's hash. */
export const PREFIX_BYTES = 8;
/** Longest anchor text in characters; the prefixes take most of it. */
export const ANCHOR_TEXT_MAX = 16_384;

/**
 * A summary of the log between two positions, stored out of reach of every database account. It reveals any later
 * alteration, removal, insertion or reordering of events, even if every hash in the log was recomputed.
 */
export interface Anchor {
  format: number;
  /** Id of the anchored log, to which the positions belong. */
  logId: string;
  /** Position of the event before the first one covered, decimal; null for the first anchor of the first log. */
  after: string | null;
  /** Position of the last event covered, decimal. */
  to: string;
  /** Number of events covered, 1 to 1,000. */
  count: number;
  firstId: string;
  lastId: string;
  /** SHA-256, hex, over the hashes of the events in order, 32 bytes each. */
  root: string;
  /** The first 8 bytes of each event's hash, base64; they locate an altered event even after hashes were recomputed. */
  prefixes: string;
  /** `anchorHash` of the previous anchor, which may be of a log that was copied into this one; null for the first. */
  previous: string | null;
  /** ISO 8601, by the clock of the process that made it. */
  madeAt: string;
}

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
  const hashes = hashBytes(events.map(({ hash }) => hash));
  return {
    format: ANCHOR_FORMAT,
    logId,
    after: previous?.to ?? null,
    to: `${last.position}`,
    count: events.length,
    firstId: first.id,
    lastId: last.id,
    root: rootOf(hashes),
    prefixes: prefixesOf(hashes),
    previous: previous === null ? null : anchorHash(previous),
    madeAt,
  };
}

/** SHA-256 of an anchor's canonical JSON, hex; the next anchor stores it as `previous`. */
export function anchorHash(anchor: Anchor): string {
  return createHash('sha256').update(canonicalJson(anchor)).digest('hex');
}

const HASH = /^[0-9a-f]{64}$/;

/** Concatenates hexadecimal event hashes as bytes. @throws RangeError for a string that is not a hash */
export function hashBytes(hashes: readonly string[]): Buffer {
  if (!hashes.every((hash) => HASH.test(hash))) throw new RangeError('An event hash is not SHA-256 in hex');
  return Buffer.from(hashes.join(''), 'hex');
}

/** SHA-256, hex, over concatenated event hashes of 32 bytes each. */
export function rootOf(hashes: Uint8Array): string {
  return createHash('sha256').update(hashes).digest('hex');
}

function prefixesOf(hashes: Buffer): string {
  const prefixes = Buffer.alloc((hashes.length / 32) * PREFIX_BYTES);
  for (let at = 0; at * 32 < hashes.length; at += 1) hashes.copy(prefixes, at * PREFIX_BYTES, at * 32, at * 32 + 8);
  return prefixes.toString('base64');
}

export class AnchorUnreadable extends Error {
  override readonly name = 'AnchorUnreadable';
}

/** Parses an anchor. @throws AnchorUnreadable unless the text is exactly what `writeAnchor` produces */
export function readAnchor(text: string): Anchor {
  if (text.length > ANCHOR_TEXT_MAX) throw new AnchorUnreadable('it is too long');
  let read: Json;
  try {
    read = JSON.parse(text) as Json;
  } catch (cause) {
    throw new AnchorUnreadable('it is not JSON', { cause });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw new AnchorUnreadable('it is no object');
  if (read.format !== ANCHOR_FORMAT) {
    throw new AnchorUnreadable(`its format is not ${ANCHOR_FORMAT}, which this build reads`);
  }
  if (!isAnchor(read)) throw new AnchorUnreadable('a field is missing or invalid');
  // Duplicate keys and other spellings fail here, so each anchor has exactly one valid text.
  if (canonicalJson(read) !== text.trimEnd()) throw new AnchorUnreadable('it is not in canonical form');
  return read;
}

/** Serialises an anchor: canonical JSON on one line, without a line break at the end. */
export function writeAnchor(anchor: Anchor): string {
  return canonicalJson(anchor);
}

const POSITION = /^[1-9]\d{0,18}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FIELDS = 'after,count,firstId,format,lastId,logId,madeAt,prefixes,previous,root,to';

function isAnchor(value: object): value is Anchor {
  const anchor: Partial<Record<string, unknown>> = { ...value };
  const match = (pattern: RegExp, ...names: string[]): boolean =>
    names.every((name) => typeof anchor[name] === 'string' && pattern.test(anchor[name]));
  if (Object.keys(value).sort().join() !== FIELDS) return false;
  if (!match(UUID, 'logId', 'firstId', 'lastId') || !match(POSITION, 'to') || !match(HASH, 'root')) return false;
  if (!match(TIME, 'madeAt') || !holdsPrefixes(anchor.count, anchor.prefixes)) return false;
  const isFirst = anchor.after === null && anchor.previous === null;
  return isFirst || (match(POSITION, 'after') && match(HASH, 'previous'));
}

function holdsPrefixes(count: unknown, prefixes: unknown): boolean {
  if (typeof prefixes !== 'string' || !Number.isInteger(count)) return false;
  const events = Number(count);
  const bytes = Buffer.from(prefixes, 'base64').length;
  return events >= 1 && events <= ANCHOR_EVENTS_MAX && bytes === events * PREFIX_BYTES;
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
  let previous: Anchor | null = null;
  for (const anchor of anchors) {
    const fault = linkFault(anchor, previous, from);
    if (fault !== null) return { to: anchor.to, fault };
    previous = anchor;
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
