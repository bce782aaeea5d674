import { createHash } from 'node:crypto';
import { tailOf, verifyChain, type ChainFault, type RecordedEvent, type StreamTail } from '@fairmark/events';
import { z } from 'zod';
import { NUMERAL } from './manifest.js';

/** What is wrong with a log, and where. */
export class LogFault extends Error {
  override readonly name = 'LogFault';
}

/** What is wrong with an event of a chain, as the end of a sentence about it. */
export const FAULT_WORDS: Readonly<Record<ChainFault['fault'], string>> = {
  STREAM: 'it stands in another stream',
  REVISION: 'the event of its stream that belongs before it is missing, or it is there twice',
  PREVIOUS: 'it does not follow on the event before it in its stream',
  TIME: 'it is recorded before the event before it in its stream',
  HASH: 'it was changed: its hash does not fit it',
};

/** Checks a log as it passes by: the order of positions, the chain of each stream. Keeps some 300 bytes a stream. */
export class LogCheck {
  events = 0;
  head: bigint | null = null;
  readonly #tails = new Map<string, StreamTail>();
  readonly #gapless: boolean;
  readonly #digest = createHash('sha256');

  /** `gapless`: a position that is left out is a missing event. */
  constructor({ gapless }: { gapless: boolean }) {
    this.#gapless = gapless;
  }

  get streams(): number {
    return this.#tails.size;
  }

  /**
   * One hash for all that was taken; once. The same events at the same positions make the same, however their JSON is written: an
   * event's own hash, which was computed again, covers everything in it.
   */
  digest(): string {
    return this.#digest.digest('hex');
  }

  /** Takes the next line. Throws `LogFault`. */
  line(text: string): void {
    const where = `line ${this.events + 1}`;
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (cause) {
      throw new LogFault(`${where} is not JSON`, { cause });
    }
    if (!LINE.safeParse(parsed).success) throw new LogFault(`${where} is no event`);
    const { position, revision, ...event } = parsed as Line;
    this.event({ ...event, position: BigInt(position), revision: BigInt(revision) });
  }

  /** Takes the next event. Throws `LogFault`. */
  event(event: RecordedEvent): void {
    const { position, stream, revision, metadata } = event;
    const where = `event ${this.events + 1} (position ${position}, ${stream} at ${revision})`;
    const before = this.head;
    if (before !== null && position <= before) throw new LogFault(`${where} stands after position ${before}`);
    if (this.#gapless && position !== (before ?? 0n) + 1n) {
      throw new LogFault(`the event at position ${(before ?? 0n) + 1n} is missing, ${where} comes instead`);
    }
    const tail = this.#tails.get(stream);
    const found = verifyChain([event], tail === undefined ? null : { stream, ...tail });
    if (found !== null) throw new LogFault(`${where} is not as it was recorded: ${FAULT_WORDS[found.fault]}`);
    this.events += 1;
    this.head = position;
    this.#digest.update(`${position} ${metadata.hash}\n`);
    this.#tails.set(stream, tailOf(event));
  }
}

type Line = Omit<RecordedEvent, 'position' | 'revision'> & { position: string; revision: string };

const LINE = z.object({
  position: NUMERAL,
  revision: NUMERAL,
  stream: z.string(),
  id: z.string(),
  type: z.string(),
  data: z.object({}),
  metadata: z.object({ hash: z.string() }),
});
