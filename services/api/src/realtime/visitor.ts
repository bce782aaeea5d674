import type { Socket as Connection } from 'node:net';
import type { GolferSocket } from './sockets.js';

/** What Socket.IO makes of a connection, whichever way its packets travel. */
export type EngineSocket = GolferSocket['conn'];

/** All that a stranger has to say is one packet with a token, of 2 kB at most. */
const STRANGER_BYTES = 8_192;
/** A golfer's phone sends some hundred bytes when it has connected, and little afterwards. */
const GOLFER_BYTES_PER_SECOND = 32_768;
const SECOND_MS = 1_000;

/** One connection at the door, and what may still be read from it. */
export class Visitor {
  /** Until its token was found good. */
  stranger = true;
  /** Its refusal was counted, or is not its own fault: it counts once at most. */
  settled = false;
  readonly connections = new Set<Connection>();
  private packets = 0;
  private bytes = 0;
  private since = 0;

  constructor(
    readonly engine: EngineSocket,
    /** As limits count it. */
    readonly address: string,
  ) {}

  letIn(): void {
    this.stranger = false;
    this.bytes = 0;
  }

  /** Whether a packet is one that may be sent by now. A stranger has one: who it is. */
  mayPass(type: string): boolean {
    this.packets += 1;
    return !this.stranger || (this.packets === 1 && type === 'message');
  }

  /** Counts bytes that arrived; false when they are too many. `now` is milliseconds of a clock that never goes back. */
  mayRead(bytes: number, now: number): boolean {
    if (!this.stranger && now - this.since > SECOND_MS) {
      this.since = now;
      this.bytes = 0;
    }
    this.bytes += bytes;
    return this.bytes <= (this.stranger ? STRANGER_BYTES : GOLFER_BYTES_PER_SECOND);
  }
}
