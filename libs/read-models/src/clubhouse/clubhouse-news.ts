/** What a notification on the channel says. */
export interface ProjectionNews {
  log: string;
  position: bigint | null;
}

/** A notification's payload. */
export function writeNews({ log, position }: ProjectionNews): string {
  return JSON.stringify([log, position === null ? null : String(position)]);
}

/** Reads what `writeNews` wrote. */
export function readNews(payload: string): ProjectionNews {
  const [log, position] = JSON.parse(payload) as [string, string | null];
  return { log, position: position === null ? null : BigInt(position) };
}
