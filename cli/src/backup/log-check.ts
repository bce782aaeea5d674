import { createHash } from 'node:crypto';
import type { RecordedEvent } from '@fairmark/events';
import { ChainScan, type HashedEvent } from '../proof/chain-scan.js';
import { faultWords } from '../proof/proof-words.js';
import { Failed } from '../shell/failure.js';

/** Checks a log event by event, up to the first fault. */
export class LogCheck extends ChainScan {
  head: bigint | null = null;
  readonly #digest = createHash('sha256');

  /**
   * One hash over all events so far; call it once. It depends on the events and their positions, not on how their JSON
   * is written: it covers each event's own hash, which was recomputed and covers everything in the event.
   */
  digest(): string {
    return this.#digest.digest('hex');
  }

  /** Checks the next event. Throws `Failed`. */
  override event(recorded: RecordedEvent): HashedEvent {
    const event = super.event(recorded);
    if (this.first !== null) throw new Failed(faultWords(this.first));
    this.head = event.position;
    this.#digest.update(`${event.position} ${event.hash}\n`);
    return event;
  }
}
