import { createHash } from 'node:crypto';
import { matchStream, type RecordedEvent } from '@fairmark/events';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import type { Queries } from '@fairmark/server';
import { idsIn, readNames, type NamesById } from './story-names.js';

/** Data for a story that is not in the log. */
export interface StoryRows {
  names: NamesById;
  /** Notes of committees by command id; null to omit all notes. */
  notes: ReadonlyMap<string, KeptNote> | null;
}

/** A committee's note about a correction. It is a row, so that it can be erased; the log holds only its hash. */
export interface NoteRow {
  salt: string;
  note: string;
}

/** A note as stored today. */
export interface KeptNote {
  note: string;
  /** `noteHash` of this text; differs from the hash in the log if the note was changed. */
  hash: string;
}

/** Most notes to read of one match; a card allows 50 corrections. */
const NOTES_MAX = 1_000;

/** The hash of a note in the log: SHA-256, hex, salted so that short notes cannot be guessed. */
export function noteHash({ salt, note }: NoteRow): string {
  return createHash('sha256').update(salt).update(note).digest('hex');
}

/** The notes of a match that were not erased, by the id of the correction's command. */
export async function keptNotes(database: Queries, matchId: string): Promise<ReadonlyMap<string, KeptNote>> {
  const { rows } = await database.query<NoteRow & { command_id: string }>(
    `select n.command_id, n.salt, n.note from app.correction_notes n
     where n.match_id = $1 and not exists (
       select from app.users u where u.id in (n.user_id, n.written_by) and u.deletion_requested_at is not null)
     order by n.created_at limit ${NOTES_MAX}`,
    [matchId],
  );
  return new Map(rows.map((row) => [row.command_id, { note: row.note, hash: noteHash(row) }]));
}

/** A round's stream as stored, with names and notes from the database. */
export interface StoredRound extends StoryRows {
  events: RecordedEvent[];
}

/** Reads the input of `storyOf`; null if the round does not exist. */
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
