import type { EventEmitter } from 'node:events';

/**
 * The event that a process emits on `process` when it has waited too long for something, with its
 * name. Its supervisor's guard listens (tools/src/start), and so does `runProcess`; a command
 * prints it on standard error.
 */
export const WAITS_FOR = 'fairmark:waits-for';

const AFTER_MS = 5_000;

/** Where an address leads: without user, password and settings. */
export function placeOf(address: string): string {
  return address.replace(/^([\w+.-]+:\/\/)?(.*@)?/s, '$1').replace(/\?.*$/s, '');
}

/** Says what this process waits for: once when it has not answered for five seconds, and again only after it has answered. */
export class Waiting {
  readonly #name: () => string;
  readonly #isAway: (error: unknown) => boolean;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param name what is waited for, as it stands behind "Waiting for"; asked when it is said
   * @param isAway whether an error means that there was no answer; every other one is an answer
   */
  constructor(name: () => string, isAway: (error: unknown) => boolean = () => false) {
    this.#name = name;
    this.#isAway = isAway;
  }

  async on<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#timer ??= setTimeout(() => say(this.#name()), AFTER_MS).unref();
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

function say(name: string): void {
  const listeners: EventEmitter = process;
  if (!listeners.emit(WAITS_FOR, name)) process.stderr.write(`Waiting for ${name} …\n`);
}
