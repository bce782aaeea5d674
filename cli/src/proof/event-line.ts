import type { RecordedEvent } from '@fairmark/events';
import { z } from 'zod';

/** A position or revision, decimal. */
export const NUMERAL = z.string().regex(/^\d{1,19}$/);

const LINE = z.object({
  position: NUMERAL,
  stream: z.string(),
  revision: NUMERAL,
  id: z.string(),
  type: z.string(),
  data: z.object({}),
  metadata: z.object({ hash: z.string() }),
});

/** An event as JSON, as on each line of backups and bundles. */
export function plainEvent({ position, stream, revision, id, type, data, metadata }: RecordedEvent) {
  return { position: `${position}`, stream, revision: `${revision}`, id, type, data, metadata };
}

/** Parses JSON; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses the event on a line; null if it is not one. */
export function eventOn(line: string): RecordedEvent | null {
  const read = jsonOf(line);
  if (!LINE.safeParse(read).success) return null;
  const { position, revision, ...event } = read as ReturnType<typeof plainEvent>;
  return { ...event, position: BigInt(position), revision: BigInt(revision) };
}
