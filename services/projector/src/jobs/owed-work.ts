/**
 * Work of one kind. Rows of the database say what is owed and what was done; BullMQ says when and how often it is tried. So
 * a queue may be lost with everything in it: the next look makes its jobs again.
 */
export interface OwedWork {
  /** Name of the queue. A job holds the id of what is owed and nothing else. */
  queue: string;
  /** How many jobs this process does at once. */
  atOnce: number;
  /** Pause between two looks for what is owed, milliseconds. */
  everyMs: number;
  /** Ids of what is owed and needs a job. One that has a job keeps that, so an id may be named at every look. */
  owed: () => Promise<readonly string[]>;
  /** Does what is owed, if it still is. Throws when it must be tried again. `signal` aborts when the process ends. */
  work: (id: string, signal: AbortSignal) => Promise<void>;
}
