/** What is sent without end: attempts to say whose a connection is, polling requests of no connection, packets that are no events. */
export const KINDS = ['connect', 'poll', 'no event'] as const;
export type Kind = (typeof KINDS)[number];

/** What `flood.main.js` is called with, as JSON: one attack, or its bytes sent to a sink. */
export interface Flood {
  kind: Kind;
  connections: number;
  port: number;
  /** All connections together; without it, as many as the other side takes. */
  bytesPerSecond?: number;
}

/** What an attacker has done so far. */
export interface FromFlood {
  /** Bytes over connections that have ended. */
  sent: number;
  /** Connections opened. */
  opened: number;
}
