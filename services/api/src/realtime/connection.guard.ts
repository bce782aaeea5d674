import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import { bareAnswer } from '../http/security-headers.js';
import { addressKey } from '../limits/rate-limits.js';

/** How long a refused connection is held before it is closed: not equally long, so that not all close at one moment. */
const HOLD_MS = { least: 1_000, most: 2_000 };
/** How long the final response may take. */
const RESPONSE_MS = 1_000;
/** Beyond this many held connections, others are closed immediately. */
const HELD_MAX = 1_000;
/** How many blocked addresses are remembered. */
const BLOCKED_MAX = 10_000;
/** Matches a socket request in a connection's first bytes, which a blocked address must send within FIRST_BYTES_MS. */
const SOCKET_REQUEST = /^[A-Z]+ (\/socket\.io\S*)/;
const REQUEST_LINE_MAX = 512;
const FIRST_BYTES_MS = 10_000;
/** Answers a request that is refused because its address is blocked. */
export const BUSY = bareAnswer(429, { 'Retry-After': '60' });

const ignore = (): void => undefined;

/** Holds refused connections, unread, for a second or two: closed at once, they would be reopened at once. */
export class ConnectionGuard {
  /** Addresses that get no further socket. */
  readonly blocked = new LRUCache<string, true>({ max: BLOCKED_MAX });
  /** Refused connections that are still open. */
  readonly held = new Set<Socket>();
  /** Connections of blocked addresses that have sent nothing yet. */
  private readonly unread = new Set<Socket>();
  private closed = false;

  /**
   * Inspects connections of blocked addresses before the HTTP parser, which parses up to 900 buffered requests before
   * any can be refused. `isAuthenticated`: whether a request belongs to a signed-in golfer.
   */
  guard(server: Server, isAuthenticated: (url: string, address: string) => boolean): void {
    const listeners = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (connection: Socket) => {
      const serve = (): void => listeners.forEach((listener) => Reflect.apply(listener, server, [connection]));
      const address = addressKey(connection.remoteAddress ?? '');
      if (!this.blocked.has(address)) serve();
      else this.inspect(connection, (url) => isAuthenticated(url, address), serve);
    });
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

  /** Closes all held and unread connections; from now on none is held. */
  close(): void {
    this.closed = true;
    for (const connection of [...this.held, ...this.unread]) connection.destroy();
  }

  /** Serves a connection unless it starts with a socket request that is not a signed-in golfer's. */
  private inspect(connection: Socket, isAuthenticated: (url: string) => boolean, serve: () => void): void {
    const drop = (): unknown => connection.destroy();
    this.unread.add(connection);
    connection.setTimeout(FIRST_BYTES_MS, drop).once('error', drop);
    connection.once('close', () => this.unread.delete(connection));
    connection.once('data', (first: Buffer) => {
      this.unread.delete(connection);
      connection.setTimeout(0).off('timeout', drop).pause();
      const url = SOCKET_REQUEST.exec(first.toString('latin1', 0, REQUEST_LINE_MAX))?.[1];
      if (url !== undefined && !isAuthenticated(url)) {
        this.hold(connection, BUSY);
        return;
      }
      connection.off('error', drop).unshift(first);
      serve();
      connection.resume();
    });
  }
}
