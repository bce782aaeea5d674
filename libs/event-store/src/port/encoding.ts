import { UUID, type NewEvent, type RecordedEvent } from '@fairmark/events';
import { EventRefused, type EventStore } from './event-store.js';

/** Limits of every store. Bytes are those of the JSON text in UTF-8. */
export const STORE_LIMITS = {
  streamNameMax: 200,
  eventTypeMax: 100,
  eventsPerAppendMax: 500,
  /** Data plus metadata of one event. */
  eventBytesMax: 262_144,
  /** All events of one append. */
  appendBytesMax: 4_194_304,
  pageMax: 10_000,
  pageDefault: 1_000,
} as const;

/** An event serialised for storage. */
export interface EncodedEvent {
  id: string;
  type: string;
  data: string;
  metadata: string;
  bytes: number;
}

/** Matches NUL and lone surrogates as JSON.stringify escapes them, but not the literal text `\\u0000`. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

/** Serialises the events of one append. @throws EventRefused for input that no store accepts */
export function encodeAppend(stream: string, events: readonly NewEvent[]): EncodedEvent[] {
  if (stream.length === 0 || stream.length > STORE_LIMITS.streamNameMax || unstorable(JSON.stringify(stream))) {
    throw new EventRefused('The name of the stream is empty, too long or not text');
  }
  if (events.length === 0 || events.length > STORE_LIMITS.eventsPerAppendMax) {
    throw new EventRefused(`An append holds 1 to ${STORE_LIMITS.eventsPerAppendMax} events`);
  }
  const encoded = events.map(encodeEvent);
  const bytes = bytesOf(encoded);
  if (bytes > STORE_LIMITS.appendBytesMax) throw new EventRefused(`The append holds ${bytes} bytes`);
  return encoded;
}

export function bytesOf(events: readonly EncodedEvent[]): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Clamps a page size to 1 to 10,000. */
export function pageLimit(limit: number = STORE_LIMITS.pageDefault): number {
  return Math.max(1, Math.min(limit, STORE_LIMITS.pageMax));
}

function encodeEvent({ id, type, data, metadata }: NewEvent): EncodedEvent {
  if (!UUID.test(id)) throw new EventRefused(`The id of ${type} is not a lower-case UUID`);
  if (type.length === 0 || type.length > STORE_LIMITS.eventTypeMax || unstorable(JSON.stringify(type))) {
    throw new EventRefused('The type of an event is empty, too long or not text');
  }
  const texts = { data: textOf(type, data), metadata: textOf(type, metadata) };
  const bytes = Buffer.byteLength(texts.data) + Buffer.byteLength(texts.metadata);
  if (bytes > STORE_LIMITS.eventBytesMax) throw new EventRefused(`${type} holds ${bytes} bytes`);
  return { id, type, ...texts, bytes };
}

function textOf(type: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw new EventRefused(`${type} is not JSON`, { cause });
  }
  if (text === undefined || !text.startsWith('{')) throw new EventRefused(`${type} is not a JSON object`);
  if (unstorable(text)) throw new EventRefused(`${type} holds a NUL character or a lone surrogate`);
  return text;
}

function unstorable(json: string): boolean {
  return json.includes('\\u') && UNSTORABLE.test(json);
}

/** All events of a stream, or those between two revisions, both inclusive. One page is enough: streams are shorter. */
export async function wholeStream(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  { from = 0n, until = null }: { from?: bigint; until?: bigint | null } = {},
): Promise<RecordedEvent[]> {
  const events = await store.readStream(stream, from, { limit: STORE_LIMITS.pageMax });
  return until === null ? events : events.filter(({ revision }) => revision <= until);
}
