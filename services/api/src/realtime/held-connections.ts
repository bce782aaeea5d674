import type { Socket } from 'node:net';

/** How long a refused connection is held before it is closed: not equally long, so that not all close at one moment. */
const HOLD_MS = { least: 1_000, most: 2_000 };
/** How long the final response may take. */
const RESPONSE_MS = 1_000;
/** Beyond this many held connections, others are closed immediately. */
const HELD_MAX = 1_000;

const ignore = (): void => undefined;

/** Holds refused connections, unread, for a second or two: closed at once, they would be reopened at once. */
export class HeldConnections {
  private readonly held = new Set<Socket>();
  private closed = false;

  has(connection: Socket): boolean {
    return this.held.has(connection);
  }

  /** Stops reading, and closes the connection after the hold with a final response. */
  hold(connection: Socket, response = ''): void {
    // One that has closed already would never leave the set.
    if (this.held.has(connection) || connection.destroyed) return;
    // The HTTP server has detached from a connection that asked for an upgrade; its errors would end the process.
    connection.on('error', ignore);
    if (this.closed || this.held.size >= HELD_MAX) {
      connection.destroy();
      return;
    }
    this.held.add(connection);
    // Adding a data listener detaches the HTTP parser; removing it leaves nothing that reads.
    connection.on('data', ignore);
    connection.removeAllListeners('data');
    // Adding the listener resumes the stream on the next tick.
    setImmediate(() => connection.pause());
    const heldMs = HOLD_MS.least + Math.random() * (HOLD_MS.most - HOLD_MS.least);
    const closing = setTimeout(() => connection.end(response, () => connection.destroy()), heldMs);
    // The remaining output may wait for a reader who never reads.
    const destroying = setTimeout(() => connection.destroy(), heldMs + RESPONSE_MS);
    connection.once('close', () => {
      clearTimeout(closing);
      clearTimeout(destroying);
      this.held.delete(connection);
    });
  }

  /** Closes all held connections; from now on none is held. */
  close(): void {
    this.closed = true;
    for (const connection of this.held) connection.destroy();
  }
}
