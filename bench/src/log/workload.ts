import { createHash, randomUUID } from 'node:crypto';

/** One score that a golfer enters, as text about 600 bytes with its metadata and hash, the size of the product's events. */
export interface ScoreEvent {
  id: string;
  type: string;
  data: { userId: string; side: 'PLAYER'; enteredBy: string; holeNumber: number; strokes: number; noScore: boolean };
  metadata: {
    commandId: string;
    fingerprint: string;
    actorId: string;
    deviceId: string;
    correlationId: string;
    recordedAt: string;
    occurredAt: string;
    schemaVersion: number;
    prevHash: string;
    hash: string;
  };
}

/** A match of three players: a stream gets this many events, then its writer starts the next one. */
const EVENTS_PER_STREAM = 130;
const HASH = createHash('sha256').update('').digest('hex');

export function scoreEvent(): ScoreEvent {
  const userId = randomUUID();
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    type: 'HoleScored',
    data: { userId, side: 'PLAYER', enteredBy: userId, holeNumber: 7, strokes: 4, noScore: false },
    metadata: {
      commandId: randomUUID(),
      fingerprint: HASH.slice(0, 32),
      actorId: userId,
      deviceId: randomUUID(),
      correlationId: randomUUID(),
      recordedAt: now,
      occurredAt: now,
      schemaVersion: 1,
      prevHash: HASH,
      hash: HASH,
    },
  };
}

/** Bytes of an event's data and metadata. */
export function eventBytes(): number {
  const { data, metadata } = scoreEvent();
  return Buffer.byteLength(JSON.stringify(data)) + Buffer.byteLength(JSON.stringify(metadata));
}

/** A log under load. Its connections are open before the first append and stay open to the end. */
export interface Contestant {
  /** Appends one event as number `revision` of a stream, checked where the contestant checks. */
  append(stream: string, revision: number, event: ScoreEvent): Promise<void>;
  /** Events that the log holds. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export interface Load {
  eventsPerSecond: number;
  /** Milliseconds of each append. */
  latencies: number[];
}

/**
 * Lets writers append one event at a time, each to matches of its own, for a number of seconds from an empty log. Throws
 * when the log does not hold exactly what was acknowledged.
 */
export async function load(contestant: Contestant, writers: number, seconds: number): Promise<Load> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      let stream = `match-${randomUUID()}`;
      let revision = 0;
      for (let now = performance.now(); now < end;) {
        await contestant.append(stream, revision, scoreEvent());
        const done = performance.now();
        latencies.push(done - now);
        now = done;
        revision += 1;
        if (revision < EVENTS_PER_STREAM) continue;
        stream = `match-${randomUUID()}`;
        revision = 0;
      }
    }),
  );
  const eventsPerSecond = (latencies.length / (performance.now() - start)) * 1_000;
  const held = await contestant.count();
  if (held !== latencies.length) throw new Error(`The log holds ${held} of ${latencies.length} acknowledged events`);
  return { eventsPerSecond, latencies };
}
