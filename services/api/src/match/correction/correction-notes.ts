import { randomBytes } from 'node:crypto';
import { CORRECTION_TEXTS } from '@fairmark/contract';
import type { MatchState } from '@fairmark/events';
import { keptNotes, noteHash, type NoteRow } from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { PG_POOL } from '../../platform/tokens.js';
import type { Notes } from '../presenting/card.presenter.js';

/** Identifies a correction. A command id is unique only within its match. */
interface CorrectionOf {
  commandId: string;
  matchId: string;
}

interface CorrectionNote extends CorrectionOf {
  /** Whose card. */
  userId: string;
  writtenBy: string;
  /** 1 to `LIMITS.correctionNoteMax` characters. */
  note: string;
}

const NONE: Notes = new Map();
const SALT_BYTES = 24;

/** The notes of committees, which must be erasable and are therefore not in the log. */
@Injectable()
export class CorrectionNotes {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  /** The notes of a match, by hash: the log's, or another if a note was changed since. Most matches need no query. */
  async about({ matchId, cards }: MatchState): Promise<Notes> {
    const hasNotes = [...cards.values()].some(({ corrections }) =>
      corrections.some(({ noteHash }) => noteHash !== null),
    );
    if (!hasNotes) return NONE;
    const kept = await keptNotes(this.pool, matchId);
    return new Map([...kept.values()].map(({ hash, note }) => [hash, note]));
  }

  /**
   * Stores a note before its correction is recorded. A retry finds its own note and salt, and gets the same hash.
   *
   * @throws Refusal INVALID_INPUT if the golfer's or the author's account is gone, IDEMPOTENCY_KEY_REUSED for another
   *   note
   */
  async keep(kept: CorrectionNote): Promise<string> {
    const { commandId, matchId, userId, writtenBy, note } = kept;
    await this.pool.query(
      `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6
       where (select count(*) from app.users where id in ($3, $4) and deletion_requested_at is null) = 2
       on conflict (command_id, match_id) do nothing`,
      [commandId, matchId, userId, writtenBy, randomBytes(SALT_BYTES).toString('base64'), note],
    );
    const row = await this.row(kept);
    if (row === undefined) throw invalidInput({ note: CORRECTION_TEXTS.noteKept });
    if (row.note !== note) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return noteHash(row);
  }

  /** Checks the note of a retried correction against the stored one. @throws Refusal IDEMPOTENCY_KEY_REUSED */
  async assertSame(of: CorrectionOf, note: string | null): Promise<void> {
    const row = await this.row(of);
    if (row !== undefined && row.note !== note) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }

  /** Deletes the note of a command that corrected nothing. */
  async drop({ commandId, matchId }: CorrectionOf): Promise<void> {
    await this.pool.query('delete from app.correction_notes where command_id = $1 and match_id = $2', [
      commandId,
      matchId,
    ]);
  }

  private async row({ commandId, matchId }: CorrectionOf): Promise<NoteRow | undefined> {
    const { rows } = await this.pool.query<NoteRow>(
      'select salt, note from app.correction_notes where command_id = $1 and match_id = $2',
      [commandId, matchId],
    );
    return rows[0];
  }
}
