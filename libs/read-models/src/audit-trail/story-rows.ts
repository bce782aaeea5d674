import { createHash } from 'node:crypto';
import { MESSAGES, type PersonRef } from '@fairmark/contract';
import type { RecordedEvent } from '@fairmark/events';
import type { Queries } from '@fairmark/server';

/** A round's whole stream as stored, for its hashes, and what its story shows that is not in the log. */
export interface StoredRound {
  events: readonly RecordedEvent[];
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

/** Names of golfers by id; deleted accounts are missing. */
export type NamesById = ReadonlyMap<string, string>;

export type WhoIs = (id: string) => PersonRef;

/** Names of the golfers whose account is not being deleted. */
export async function readNames(database: Queries, ids: readonly string[]): Promise<NamesById> {
  const { rows } = await database.query<{ id: string; full_name: string }>(
    'select id, full_name from app.users where id = any($1::uuid[]) and deletion_requested_at is null',
    [ids],
  );
  return new Map(rows.map(({ id, full_name: fullName }) => [id, fullName]));
}

/** Names as shown: golfers of the same name, and those whose account was deleted, are numbered. `ids`: of everyone. */
export function whoIs(names: NamesById, ids: readonly string[]): WhoIs {
  const nameOf = (id: string): string => names.get(id) ?? MESSAGES.deletedPlayer;
  const idsOf = new Map<string, string[]>();
  for (const id of new Set(ids)) idsOf.set(nameOf(id), [...(idsOf.get(nameOf(id)) ?? []), id]);
  return (id) => {
    const name = nameOf(id);
    const same = idsOf.get(name) ?? [];
    const number = same.indexOf(id) + 1;
    return { id, fullName: same.length > 1 && number > 0 ? `${name} (${number})` : name };
  };
}
