import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from '@fairmark/server';

/** Which correction a note belongs to. A command is known within its match alone: in another match it is another correction. */
export interface CorrectionOf {
  commandId: string;
  matchId: string;
}

/** What a committee wrote about a correction. It is a row, which can be erased; the log holds its hash alone. */
export interface CorrectionNote extends CorrectionOf {
  /** Whose card. */
  userId: string;
  writtenBy: string;
  /** 1 to `LIMITS.correctionNoteMax` characters. */
  note: string;
}

interface NoteRow {
  salt: string;
  note: string;
}

const SALT_BYTES = 24;
/** Notes of one match that are read; a card takes 50 corrections. */
const NOTES_MAX = 1_000;

/** What stands for a note in the log: SHA-256 in hexadecimal, with a salt so that short notes cannot be found by trying. */
export function noteHash({ salt, note }: NoteRow): string {
  return createHash('sha256').update(salt).update(note).digest('hex');
}

/**
 * Keeps the note of a correction before that is recorded. A retry of the command finds its own note and salt, and gets the same
 * hash.
 *
 * @returns the note's hash; null: one of the two accounts is gone, and nothing could be erased with it
 * @throws NoteChanged when this command had another note before
 */
export async function keepCorrectionNote(database: Queries, kept: CorrectionNote): Promise<string | null> {
  const { commandId, matchId, userId, writtenBy, note } = kept;
  await database.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6
     where (select count(*) from app.users where id in ($3, $4) and deletion_requested_at is null) = 2
     on conflict (command_id, match_id) do nothing`,
    [commandId, matchId, userId, writtenBy, randomBytes(SALT_BYTES).toString('base64'), note],
  );
  const row = await noteRow(database, kept);
  if (row === null) return null;
  if (row.note !== note) throw new NoteChanged();
  return noteHash(row);
}

/** A command was sent again with another note. */
export class NoteChanged extends Error {
  override readonly name = 'NoteChanged';
}

/** The note that was kept for a correction; null: none, or it was erased. */
export async function correctionNote(database: Queries, of: CorrectionOf): Promise<string | null> {
  return (await noteRow(database, of))?.note ?? null;
}

async function noteRow(database: Queries, { commandId, matchId }: CorrectionOf): Promise<NoteRow | null> {
  const { rows } = await database.query<NoteRow>(
    'select salt, note from app.correction_notes where command_id = $1 and match_id = $2',
    [commandId, matchId],
  );
  return rows[0] ?? null;
}

/** Forgets the note of a command that changed nothing. */
export async function dropCorrectionNote(database: Queries, { commandId, matchId }: CorrectionOf): Promise<void> {
  await database.query('delete from app.correction_notes where command_id = $1 and match_id = $2', [
    commandId,
    matchId,
  ]);
}

/** The notes of a match by their hashes: that of the log, or another where a note was changed since. */
export async function correctionNotes(database: Queries, matchId: string): Promise<ReadonlyMap<string, string>> {
  const kept = await keptNotes(database, matchId);
  return new Map([...kept.values()].map(({ hash, note }) => [hash, note]));
}

/** A note as it is there today. */
export interface KeptNote {
  note: string;
  /** Of this text: not the one of the log where it was changed since. */
  hash: string;
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
