import { CORRECTION_TEXTS } from '@fairmark/contract';
import type { MatchState } from '@fairmark/events';
import {
  correctionNote,
  correctionNotes,
  dropCorrectionNote,
  keepCorrectionNote,
  NoteChanged,
  type CorrectionNote,
  type CorrectionOf,
} from '@fairmark/read-models';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { PG_POOL } from '../../platform/tokens.js';
import type { Notes } from '../presenting/card.presenter.js';

const NONE: Notes = new Map();

/** The words of committees, which can be erased and therefore are no part of the log. */
@Injectable()
export class CorrectionNotes {
  constructor(@Inject(PG_POOL) private readonly pool: pg.Pool) {}

  /** Those about a match, by the hash that the log has. Most matches have none, and need no query. */
  async about({ matchId, cards }: MatchState): Promise<Notes> {
    const written = [...cards.values()].some(({ corrections }) =>
      corrections.some(({ noteHash }) => noteHash !== null),
    );
    return written ? correctionNotes(this.pool, matchId) : NONE;
  }

  /**
   * Keeps words before their correction is recorded; the same ones, with the same hash, for a command that comes again.
   *
   * @throws Refusal INVALID_INPUT when an account is gone with which they should go, IDEMPOTENCY_KEY_REUSED for other words
   */
  async keep(note: CorrectionNote): Promise<string> {
    try {
      const hash = await keepCorrectionNote(this.pool, note);
      if (hash === null) throw invalidInput({ note: CORRECTION_TEXTS.noteKept });
      return hash;
    } catch (error) {
      throw error instanceof NoteChanged ? new Refusal('IDEMPOTENCY_KEY_REUSED') : error;
    }
  }

  /** The words of a correction that was made are not asked for again: others are refused. @throws Refusal IDEMPOTENCY_KEY_REUSED */
  async mustBeSame(of: CorrectionOf, note: string | null): Promise<void> {
    const kept = await correctionNote(this.pool, of);
    if (kept !== null && kept !== note) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }

  /** Forgets the words of a command that corrected nothing. */
  drop(of: CorrectionOf): Promise<void> {
    return dropCorrectionNote(this.pool, of);
  }
}
