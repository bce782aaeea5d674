/** What is sent repeatedly: logins, polling requests with an unknown session, packets that are no events. */
export const KINDS = ['connect', 'poll', 'no event'] as const;
export type Kind = (typeof KINDS)[number];

/** The argument of `flood.main.js`, as JSON: one attack, or its byte rate sent to a sink. */
export interface Flood {
  kind: Kind;
  connections: number;
  port: number;
  /** Of all connections together; by default as much as the other side receives. */
  bytesPerSecond?: number;
}

/** Totals of an attacker so far. */
export interface FromFlood {
  /** Bytes sent over connections that have ended. */
  sent: number;
  /** Number of connections opened. */
  opened: number;
}
