import { matchStream, type RecordedEvent } from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { keptNotes } from './correction-notes.js';
import type { Queries } from '@fairmark/server';
import type { Joined } from './round-story.js';
import { idsIn, readNames } from './story-names.js';

/** A round's stream as stored, and what is known beside it. */
export interface StoredRound extends Joined {
  events: RecordedEvent[];
}

const PAGE = 1_000;
/** No round is longer: what a changed log holds beyond is not read. */
const EVENTS_MAX = 50_000;

/** Reads what `presentStory` tells; null: there is no such round. */
export async function readRoundStory(
  store: Pick<EventStore, 'readStream'>,
  database: Queries,
  matchId: string,
): Promise<StoredRound | null> {
  const events: RecordedEvent[] = [];
  for (let more = true; more && events.length < EVENTS_MAX;) {
    const next = (events.at(-1)?.revision ?? -1n) + 1n;
    const page = await store.readStream(matchStream(matchId), next, { limit: PAGE });
    events.push(...page);
    more = page.length === PAGE;
  }
  if (events.length === 0) return null;
  const [names, notes] = await Promise.all([readNames(database, idsIn(events)), keptNotes(database, matchId)]);
  return { events, names, notes };
}
