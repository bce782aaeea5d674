import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@fairmark/events';
import { ChainScan } from '../proof/chain-scan.js';
import { eventOn } from '../proof/event-line.js';
import { hashed } from '../proof/hashed-event.js';
import { faultWords } from '../proof/proof-words.js';

/** What is wrong with a log or a file, and where, in a sentence. */
export class LogFault extends Error {
  override readonly name = 'LogFault';
}

/** Checks a log as it passes by (`ChainScan`), up to the first fault. */
export class LogCheck {
  head: bigint | null = null;
  readonly #scan: ChainScan;
  readonly #digest = createHash('sha256');

  /** `gapless`: a position that is left out is a missing event. */
  constructor({ gapless }: { gapless: boolean }) {
    this.#scan = new ChainScan(gapless ? 1n : null);
  }

  get events(): number {
    return this.#scan.events;
  }

  get streams(): number {
    return this.#scan.tails.size;
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
    const event = eventOn(text);
    if (event === null) throw new LogFault(`Line ${this.events + 1} is no event.`);
    this.event(event);
  }

  /** Takes the next event. Throws `LogFault`. */
  event(event: RecordedEvent): void {
    this.#scan.event(hashed(event));
    if (this.#scan.first !== null) throw new LogFault(faultWords(this.#scan.first));
    this.head = event.position;
    this.#digest.update(`${event.position} ${event.metadata.hash}\n`);
  }
}
