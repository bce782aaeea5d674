import { createHash } from 'node:crypto';
import type { Queries } from '@fairmark/server';

/** What a committee wrote about a correction is a row, which can be erased; the log holds its hash alone. */
export interface NoteRow {
  salt: string;
  note: string;
}

/** A note as it is there today. */
export interface KeptNote {
  note: string;
  /** Of this text: not the one of the log where it was changed since. */
  hash: string;
}

/** Notes of one match that are read; a card takes 50 corrections. */
const NOTES_MAX = 1_000;

/** What stands for a note in the log: SHA-256 in hexadecimal, with a salt so that short notes cannot be found by trying. */
export function noteHash({ salt, note }: NoteRow): string {
  return createHash('sha256').update(salt).update(note).digest('hex');
}

/** The notes of a match that are still there, by the command that made the correction. */
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
