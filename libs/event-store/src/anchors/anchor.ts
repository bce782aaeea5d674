import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@fairmark/events';

/** Raised when anchors are computed in another way. */
export const ANCHOR_FORMAT = 1;
/** Events that one anchor holds at most. */
export const ANCHOR_EVENTS_MAX = 1_000;
/** Bytes that an anchor keeps of each event's hash. */
export const PREFIX_BYTES = 8;
/** The largest text of an anchor: its prefixes, and everything else. */
export const ANCHOR_TEXT_MAX = 16_384;

/**
 * What the log held between two positions, told to a place that nobody who can write to the database can change. Whoever alters,
 * removes, inserts or reorders an event later contradicts it, also if every hash in the log was computed again.
 */
export interface Anchor {
  format: number;
  /** Of the log that it is about: its positions are those there. */
  logId: string;
  /** Position of the event before its first one, decimal; null: it begins with the first log. */
  after: string | null;
  /** Position of its last event, decimal. */
  to: string;
  /** How many events it covers, 1 to 1,000. */
  count: number;
  firstId: string;
  lastId: string;
  /** SHA-256, hex, over the hashes of its events in their order, 32 bytes each. */
  root: string;
  /** The first 8 bytes of each event's hash, base64: they tell which event was altered, whatever was computed again after it. */
  prefixes: string;
  /** `anchorHash` of the anchor before it, which is of another log where that was copied into this one; null: it is the first. */
  previous: string | null;
  /** When, by the clock of who made it, ISO 8601. */
  madeAt: string;
}

/** An event as an anchor knows it. `hash`: 64 hexadecimal digits. */
export interface AnchoredEvent {
  id: string;
  position: bigint;
  hash: string;
}

/** Makes the anchor of consecutive events, 1 to 1,000, that follow on those of another (null: on nothing). */
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

/** SHA-256 of an anchor's canonical JSON, hex: what the next one names as the one before it. */
export function anchorHash(anchor: Anchor): string {
  return createHash('sha256').update(canonicalJson(anchor)).digest('hex');
}

const HASH = /^[0-9a-f]{64}$/;

/** Hashes of events, hexadecimal, as bytes one after the other. Throws for what is no hash. */
export function hashBytes(hashes: readonly string[]): Buffer {
  if (!hashes.every((hash) => HASH.test(hash))) throw new RangeError('The hash of an event is not one');
  return Buffer.from(hashes.join(''), 'hex');
}

/** Hash over hashes of events, 32 bytes each. */
export function rootOf(hashes: Uint8Array): string {
  return createHash('sha256').update(hashes).digest('hex');
}

function prefixesOf(hashes: Buffer): string {
  const prefixes = Buffer.alloc((hashes.length / 32) * PREFIX_BYTES);
  for (let at = 0; at * 32 < hashes.length; at += 1) hashes.copy(prefixes, at * PREFIX_BYTES, at * 32, at * 32 + 8);
  return prefixes.toString('base64');
}

/** Beginnings of the hashes of an anchor's events, 8 bytes each. */
export function prefixBytes({ prefixes }: Anchor): Buffer {
  return Buffer.from(prefixes, 'base64');
}

export class AnchorUnreadable extends Error {
  override readonly name = 'AnchorUnreadable';
}

/** Reads an anchor. Throws `AnchorUnreadable` for what this build did not write in this way. */
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
  if (!isAnchor(read)) throw new AnchorUnreadable('something is missing in it, or wrong');
  // Nothing may ride along, and nothing may be said twice: one anchor, one text.
  if (canonicalJson(read) !== text.trimEnd()) throw new AnchorUnreadable('it was written anew');
  return read;
}

/** An anchor as it is kept and sent: its canonical JSON, in one line without an end. */
export function writeAnchor(anchor: Anchor): string {
  return canonicalJson(anchor);
}

const POSITION = /^[1-9]\d{0,18}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FIELDS = 'after,count,firstId,format,lastId,logId,madeAt,prefixes,previous,root,to';

function isAnchor(value: object): value is Anchor {
  const anchor: Partial<Record<string, unknown>> = { ...value };
  const texts = (pattern: RegExp, ...names: string[]): boolean =>
    names.every((name) => typeof anchor[name] === 'string' && pattern.test(anchor[name]));
  if (Object.keys(value).sort().join() !== FIELDS) return false;
  if (!texts(UUID, 'logId', 'firstId', 'lastId') || !texts(POSITION, 'to') || !texts(HASH, 'root')) return false;
  if (!texts(TIME, 'madeAt') || !holdsPrefixes(anchor.count, anchor.prefixes)) return false;
  const isFirst = anchor.after === null && anchor.previous === null;
  return isFirst || (texts(POSITION, 'after') && texts(HASH, 'previous'));
}

function holdsPrefixes(count: unknown, prefixes: unknown): boolean {
  if (typeof prefixes !== 'string' || !Number.isInteger(count)) return false;
  const events = Number(count);
  const bytes = Buffer.from(prefixes, 'base64').length;
  return events >= 1 && events <= ANCHOR_EVENTS_MAX && bytes === events * PREFIX_BYTES;
}

/** An anchor that does not follow on the one before it. */
export interface AnchorChainFault {
  /** Position at which the anchor ends that is wrong. */
  to: string;
  /** What is wrong, as the end of a sentence that begins with the anchor. */
  fault: string;
}

/**
 * Checks that anchors follow on each other without a gap, from the first log's beginning, also where a log was copied into another.
 * `from` the middle: the first of them may be any. Null: they do.
 */
export function anchorChainFault(
  anchors: readonly Anchor[],
  from: 'beginning' | 'middle' = 'beginning',
): AnchorChainFault | null {
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
    return `begins after position ${anchor.after ?? 0}, and the one before it ends at ${previous.to}`;
  }
  return anchor.previous === anchorHash(previous)
    ? null
    : 'does not name the one before it: one of the two was changed';
}
