import { matchStream, type RecordedEvent } from '@fairmark/events';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import { keptNotes } from './correction-notes.js';
import type { Queries } from '@fairmark/server';
import type { StoryRows } from './round-story.js';
import { idsIn, readNames } from './story-names.js';

/** A round's stream as stored, with names and notes from the database. */
export interface StoredRound extends StoryRows {
  events: RecordedEvent[];
}

/** Reads the input of `tellRound`; null if the round does not exist. */
export async function readRoundStory(
  store: Pick<EventStore, 'readStream'>,
  database: Queries,
  matchId: string,
): Promise<StoredRound | null> {
  const events = await wholeStream(store, matchStream(matchId));
  if (events.length === 0) return null;
  const [names, notes] = await Promise.all([readNames(database, idsIn(events)), keptNotes(database, matchId)]);
  return { events, names, notes };
}
