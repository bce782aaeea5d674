import { randomBytes } from 'node:crypto';
import { CORRECTION_TEXTS } from '@fairmark/contract';
import { mayRead, type MatchState } from '@fairmark/events';
import { keptNotes, noteHash, type NoteRow } from '@fairmark/read-models';
import { isCommitteeOf } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type pg from 'pg';
import { invalidInput, Refusal } from '../../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../../platform/tokens.js';
import { Staff } from '../../permissions/staff.js';
import { CorrectCard } from '../commands/match.commands.js';
import type { Notes } from '../presenting/card.presenter.js';
import { deciding, MatchStreams, type Decide, type Receipt } from '../streams/match-streams.js';

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
   * @throws Refusal INVALID_INPUT if the golfer or the author has no account, IDEMPOTENCY_KEY_REUSED for another note
   */
  async keep(sent: CorrectCard, note: string): Promise<string> {
    const { by, matchId, userId } = sent;
    await this.pool.query(
      `insert into app.correction_notes (command_id, match_id, user_id, written_by, salt, note)
       select $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, $6
       where (select count(*) from app.users where id in ($3, $4) and deletion_requested_at is null) = 2
       on conflict (command_id, match_id) do nothing`,
      [by.commandId, matchId, userId, by.actorId, randomBytes(SALT_BYTES).toString('base64'), note],
    );
    const row = await this.row(sent);
    if (row === undefined) throw invalidInput({ note: CORRECTION_TEXTS.noteKept });
    if (row.note !== note) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    return noteHash(row);
  }

  /** Checks the note of a retried correction against the stored one. @throws Refusal IDEMPOTENCY_KEY_REUSED */
  async assertSame(sent: CorrectCard): Promise<void> {
    const row = await this.row(sent);
    if (row !== undefined && row.note !== sent.note) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }

  /** A command id is unique only within its match. */
  private async row({ by, matchId }: CorrectCard): Promise<NoteRow | undefined> {
    const text = 'select salt, note from app.correction_notes where command_id = $1 and match_id = $2';
    return (await this.pool.query<NoteRow>(text, [by.commandId, matchId])).rows[0];
  }
}

/** Placeholder for the hash of a note that is not stored yet. */
const PLACEHOLDER_HASH = '';

/** Handles a committee's correction: checks the role, stores the note, appends the event. */
@CommandHandler(CorrectCard)
export class CorrectCardHandler implements ICommandHandler<CorrectCard> {
  constructor(
    private readonly streams: MatchStreams,
    private readonly notes: CorrectionNotes,
    private readonly staff: Staff,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute(sent: CorrectCard): Promise<Receipt> {
    const { matchId, note } = sent;
    await this.mustBeCommittee(sent);
    const before = await this.streams.earlierAnswer(sent);
    if (before !== null) {
      await this.notes.assertSame(sent);
      return before;
    }
    if (note === undefined) return this.streams.write(sent, correctCard(sent, null));
    // Refuse before the note is stored. If the match changes in between, a note may remain that no correction refers to.
    await this.streams.preview(matchId, correctCard(sent, PLACEHOLDER_HASH));
    return this.streams.write(sent, correctCard(sent, await this.notes.keep(sent, note)));
  }

  /** @throws Refusal MATCH_NOT_FOUND if the caller may not see the match, NOT_COMMITTEE, SECOND_FACTOR_REQUIRED */
  private async mustBeCommittee({ by: { actorId: userId }, matchId, sessionId }: CorrectCard): Promise<void> {
    const state = (await this.streams.latest(matchId))?.state;
    if (state === undefined) throw new Refusal('MATCH_NOT_FOUND');
    const otherwise = mayRead(state, userId, this.clock().toISOString()) ? 'NOT_COMMITTEE' : 'MATCH_NOT_FOUND';
    const me = { userId, sessionId };
    await this.staff.mustHave(me, (roles) => isCommitteeOf(roles, state.course.courseId), otherwise);
  }
}

function correctCard({ by, userId, reason, holes }: CorrectCard, noteHash: string | null): Decide {
  return deciding({
    type: 'CorrectCard',
    actorId: by.actorId,
    userId,
    reason,
    noteHash,
    holes: holes.map(({ holeNumber, strokes, noScore = false, replaces }) => ({
      holeNumber,
      strokes,
      noScore,
      ...(replaces === undefined ? {} : { replaces }),
    })),
  });
}
