import type { Socket } from 'node:net';

/** How long a refused connection is held before it ends; they end one after the other, not all at the same moment. */
const HOLD_MS = { least: 1_000, step: 60, steps: 16 };
/** How long the last words may take. */
const LAST_WORDS_MS = 1_000;
/** More than so many at once are not held, but ended straight away. */
const HELD_MAX = 1_000;

const ignore = (): void => undefined;

/**
 * Connections that were refused. Nothing more of them is read: what a sender has not got rid of waits in its own buffers. They
 * end a second or two later, because one that ended at once would be opened again at once, and opening is what costs most.
 */
export class HeldConnections {
  private readonly held = new Set<Socket>();
  private turns = 0;
  private closed = false;

  has(connection: Socket): boolean {
    return this.held.has(connection);
  }

  /** Reads nothing more, says its last words when the time is over, and ends it. */
  hold(connection: Socket, lastWords = ''): void {
    if (this.held.has(connection)) return;
    // The HTTP server listens no longer to a connection that asked for an upgrade: its errors would end the process.
    connection.on('error', ignore);
    if (this.closed || this.held.size >= HELD_MAX) {
      connection.destroy();
      return;
    }
    this.held.add(connection);
    // With a listener of its own the HTTP parser lets go of the connection; with none left, nothing reads from it.
    connection.on('data', ignore);
    connection.removeAllListeners('data');
    // That sets the stream flowing once more, at the next tick.
    setImmediate(() => connection.pause());
    this.turns = (this.turns + 1) % HOLD_MS.steps;
    const heldMs = HOLD_MS.least + this.turns * HOLD_MS.step;
    const ending = setTimeout(() => connection.end(lastWords, () => connection.destroy()), heldMs);
    // What is still to be written waits for a reader who may never read.
    const ended = setTimeout(() => connection.destroy(), heldMs + LAST_WORDS_MS);
    connection.once('close', () => {
      clearTimeout(ending);
      clearTimeout(ended);
      this.held.delete(connection);
    });
  }

  /** Ends them all; no other is held from now on. */
  close(): void {
    this.closed = true;
    for (const connection of this.held) connection.destroy();
  }
}
