import { createHash, randomBytes } from 'node:crypto';
import type { Queries } from './queries.js';

/** A committee's own words about a correction. They are a row, which can be erased; the log holds their hash alone. */
export interface CorrectionNote {
  /** Of the correction. */
  commandId: string;
  matchId: string;
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

/** What stands for words in the log: SHA-256 in hexadecimal, with a salt so that nobody finds out short words by trying. */
export function noteHash({ salt, note }: NoteRow): string {
  return createHash('sha256').update(salt).update(note).digest('hex');
}

/**
 * Keeps the words of a correction before it is recorded. A command that comes again finds its own words and their salt, so that it
 * says the same once more.
 *
 * @returns the words' hash; null: one of the two accounts is gone, and nothing could be erased with it
 * @throws OtherWords when this command had other words before
 */
export async function keepCorrectionNote(database: Queries, kept: CorrectionNote): Promise<string | null> {
  const { commandId, matchId, userId, writtenBy, note } = kept;
  await database.query(
    `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
     select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6
     where (select count(*) from app.users where id in ($3, $4) and deletion_requested_at is null) = 2
     on conflict (command_id) do nothing`,
    [commandId, matchId, userId, writtenBy, randomBytes(SALT_BYTES).toString('base64'), note],
  );
  const { rows } = await database.query<NoteRow>('select salt, note from app.correction_notes where command_id = $1', [
    commandId,
  ]);
  const [row] = rows;
  if (row === undefined) return null;
  if (row.note !== note) throw new OtherWords();
  return noteHash(row);
}

/** A command came again with other words than the first time. */
export class OtherWords extends Error {
  override readonly name = 'OtherWords';
}

/** The words that were kept for a command; null: none, or they were erased. */
export async function correctionNote(database: Queries, commandId: string): Promise<string | null> {
  const { rows } = await database.query<{ note: string }>(
    'select note from app.correction_notes where command_id = $1',
    [commandId],
  );
  return rows[0]?.note ?? null;
}

/** Forgets the words of a command that changed nothing. */
export async function dropCorrectionNote(database: Queries, commandId: string): Promise<void> {
  await database.query('delete from app.correction_notes where command_id = $1', [commandId]);
}

/** The words about corrections of a match by the hash that the log has: those that are still there, and are what was written. */
export async function correctionNotes(database: Queries, matchId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<NoteRow>(
    `select n.salt, n.note from app.correction_notes n
     where n.match_id = $1 and not exists (
       select from app.users u where u.id in (n.user_id, n.written_by) and u.deletion_requested_at is not null)
     order by n.created_at limit ${NOTES_MAX}`,
    [matchId],
  );
  return new Map(rows.map((row) => [noteHash(row), row.note]));
}
