import { createHash, randomUUID } from 'node:crypto';

/** One score entered by a golfer: as text about 600 bytes with metadata and hash, like the product's events. */
export type ScoreEvent = ReturnType<typeof scoreEvent>;

/** Events per stream, as in a match of three players; then the writer starts the next one. */
const EVENTS_PER_STREAM = 130;
const HASH = createHash('sha256').update('').digest('hex');

export function scoreEvent() {
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

/** A log under load. Its connections stay open from before the first append to the end. */
export interface Contestant {
  /** Appends one event at `revision` of a stream, checking it if the contestant can. */
  append(stream: string, revision: number, event: ScoreEvent): Promise<void>;
  /** Number of events in the log. */
  count(): Promise<number>;
  close(): Promise<void>;
}

export interface Load {
  eventsPerSecond: number;
  /** Duration of each append, in milliseconds. */
  latencies: number[];
}

/**
 * Runs writers that append one event at a time, each to separate matches, on an empty log for a number of seconds.
 * Throws if the log does not hold exactly the acknowledged events.
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
