import type { Socket as Connection } from 'node:net';
import type { GolferSocket } from './sockets.js';

/** Socket.IO's own connection, independent of the transport. */
export type EngineSocket = GolferSocket['conn'];

/** An unauthenticated client sends one packet with a token of at most 2 kB. */
const STRANGER_BYTES = 8_192;
/** A phone sends a few hundred bytes once connected, and little afterwards. */
const GOLFER_BYTES_PER_SECOND = 32_768;
const SECOND_MS = 1_000;

/** Tracks how much may still be read from a connection, which differs before and after authentication. */
export class Visitor {
  /** Whether the connection is unauthenticated. */
  stranger = true;
  /** Whether its refusal was counted or is our fault: a connection counts at most once. */
  settled = false;
  readonly connections = new Set<Connection>();
  private packets = 0;
  private bytes = 0;
  private windowStart = 0;

  constructor(
    readonly engine: EngineSocket,
    /** The rate limits' key of the client's address. */
    readonly address: string,
  ) {}

  markAuthenticated(): void {
    this.stranger = false;
    this.bytes = 0;
  }

  /** Whether a packet is allowed. An unauthenticated client may send a single one, with its token. */
  mayPass(type: string): boolean {
    this.packets += 1;
    return !this.stranger || (this.packets === 1 && type === 'message');
  }

  /** Counts received bytes; false when they exceed the limit. `now`: milliseconds of a monotonic clock. */
  mayRead(bytes: number, now: number): boolean {
    if (!this.stranger && now - this.windowStart > SECOND_MS) {
      this.windowStart = now;
      this.bytes = 0;
    }
    this.bytes += bytes;
    return this.bytes <= (this.stranger ? STRANGER_BYTES : GOLFER_BYTES_PER_SECOND);
  }
}
