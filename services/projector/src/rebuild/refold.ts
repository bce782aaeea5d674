import type { EventStore } from '@fairmark/event-store';
import type { ClubhouseRows } from '../clubhouse/row-tables.js';
import { COMPETITIONS, MATCHES, type RowKind } from '../clubhouse/stream-kinds.js';
import { applyNext, type Folded } from '../clubhouse/stream-states.js';
import { stoppedBy } from '../projection/apply-pages.js';
import { isPoison, type RebuildStopped } from '../log-reader/errors.js';
import type { FoldedEvent } from '../log-reader/log-reader.js';
import { isWithin, type Extent } from '../log-reader/extent.js';
import { wholeStream } from '../log-reader/whole-stream.js';

/** What rows are worth: throws for those that the database does not take. */
type Try = (rows: ClubhouseRows) => Promise<void>;

/** The rows of a stream, folded from its first event as far as it belongs to an extent (null: all of it); null: it makes none. Throws `RebuildStopped`. */
export async function refold(store: EventStore, stream: string, extent: Extent | null): Promise<ClubhouseRows | null> {
  const whole = await wholeStream(store, stream);
  const events = extent === null ? whole : whole.filter((event) => isWithin(extent, event));
  return stream.startsWith(MATCHES.prefix) ? foldAll(MATCHES, events) : foldAll(COMPETITIONS, events);
}

/**
 * Looks for the event that cannot be applied among streams whose rows together could not be made or written. Null: one by one all
 * of them can.
 */
export async function findPoison(
  store: EventStore,
  streams: readonly string[],
  tryRows: Try,
): Promise<RebuildStopped | null> {
  for (const stream of streams) {
    const events = await wholeStream(store, stream);
    const found = stream.startsWith(MATCHES.prefix)
      ? await firstPoison(MATCHES, events, tryRows)
      : await firstPoison(COMPETITIONS, events, tryRows);
    if (found !== null) return found;
  }
  return null;
}

function foldAll<State>(kind: RowKind<State>, events: readonly FoldedEvent[]): ClubhouseRows | null {
  const folded: Folded<State> = { state: null, revision: -1n };
  for (const event of events) {
    try {
      applyNext(kind, folded, event);
      if (event === events.at(-1) && folded.state !== null) return kind.rows(folded.state);
    } catch (error) {
      throw stoppedBy(event, error);
    }
  }
  return null;
}

/** The whole stream is tried first: of hundreds, one is at fault. */
async function firstPoison<State>(
  kind: RowKind<State>,
  events: readonly FoldedEvent[],
  tryRows: Try,
): Promise<RebuildStopped | null> {
  if (await passes(kind, events, tryRows)) return null;
  const folded: Folded<State> = { state: null, revision: -1n };
  for (const event of events) {
    try {
      applyNext(kind, folded, event);
      if (folded.state !== null) await tryRows(kind.rows(folded.state));
    } catch (error) {
      return stoppedBy(event, error);
    }
  }
  return null;
}

async function passes<State>(kind: RowKind<State>, events: readonly FoldedEvent[], tryRows: Try): Promise<boolean> {
  const folded: Folded<State> = { state: null, revision: -1n };
  let rows: ClubhouseRows;
  try {
    for (const event of events) applyNext(kind, folded, event);
    if (folded.state === null) return true;
    rows = kind.rows(folded.state);
  } catch {
    return false;
  }
  try {
    await tryRows(rows);
    return true;
  } catch (error) {
    if (isPoison(error)) return false;
    throw error;
  }
}
