import type { EventEmitter } from 'node:events';

/**
 * The event that is emitted on `process`, with the name of what it waits for, when a wait takes too long. The
 * supervisor's guard (tools/src/start) and `runProcess` listen; without a listener, as in a command, it goes to
 * standard error.
 */
export const WAITS_FOR = 'fairmark:waits-for';

const AFTER_MS = 5_000;

/** An address without user, password and settings, for messages. */
export function placeOf(address: string): string {
  return address.replace(/^([\w+.-]+:\/\/)?(.*@)?/s, '$1').replace(/\?.*$/s, '');
}

/** Announces waits: once when there was no answer for five seconds, and again only after there was one. */
export class Waiting {
  readonly #name: () => string;
  readonly #isAway: (error: unknown) => boolean;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param name what the process waits for, as it follows "Waiting for"; called when the wait is announced
   * @param isAway whether an error means that there was no answer; any other error is an answer
   */
  constructor(name: () => string, isAway: (error: unknown) => boolean = () => false) {
    this.#name = name;
    this.#isAway = isAway;
  }

  async on<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#timer ??= setTimeout(() => announce(this.#name()), AFTER_MS).unref();
    try {
      const result = await work();
      this.#answered();
      return result;
    } catch (error) {
      if (!this.#isAway(error)) this.#answered();
      throw error;
    }
  }

  #answered(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** If a supervisor started this process, prints words on its terminal after the process's name (tools/src/start). */
export function tellSupervisor(words: string): void {
  if (process.connected) process.send?.({ says: words }, () => undefined);
}

function announce(name: string): void {
  const listeners: EventEmitter = process;
  if (!listeners.emit(WAITS_FOR, name)) process.stderr.write(`Waiting for ${name} …\n`);
}
