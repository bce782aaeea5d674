/** What is sent repeatedly: logins, polling requests with an unknown session, packets that are no events. */
export const KINDS = ['connect', 'poll', 'no event'] as const;

/** The argument of `flood.main.js`, as JSON. */
export interface Flood {
  kind: (typeof KINDS)[number];
  connections: number;
  port: number;
}

/** Totals of an attacker so far. */
export interface FromFlood {
  /** Number of connections opened. */
  opened: number;
}
