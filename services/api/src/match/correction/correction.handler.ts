import type { ErrorCode } from '@fairmark/contract';
import { mayRead } from '@fairmark/events';
import { isCommitteeOf } from '@fairmark/server';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '../../http/refusal.js';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { Staff } from '../../staff/staff.js';
import { CorrectionNotes } from './correction-notes.js';
import { CorrectCard } from '../commands/match.commands.js';
import { deciding, MatchStreams, type Decide, type Done, type Receipt } from '../streams/match-streams.js';

/** Placeholder for the hash of a note that is not stored yet. */
const PLACEHOLDER_HASH = '';

/**
 * Refusals after which this command may still be in the log, from an earlier attempt or another process, so its note is
 * kept. After any other refusal it is certain that nothing was appended.
 */
const OUTCOME_UNKNOWN: ReadonlySet<ErrorCode> = new Set(['IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE']);

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
    const { by, matchId, note } = sent;
    await this.mustBeCommittee(sent);
    const before = await this.streams.earlierAnswer(sent);
    if (before !== null) {
      await this.notes.assertSame({ commandId: by.commandId, matchId }, note ?? null);
      return before;
    }
    if (note === undefined) return this.streams.write(sent, correctCard(sent, null));
    // Refuse before any note is stored.
    await this.streams.preview(matchId, correctCard(sent, PLACEHOLDER_HASH));
    return this.withNote(sent, note);
  }

  /** @throws Refusal MATCH_NOT_FOUND if the caller may not see the match, NOT_COMMITTEE, SECOND_FACTOR_REQUIRED */
  private async mustBeCommittee({ by: { actorId: userId }, matchId, sessionId }: CorrectCard): Promise<void> {
    const state = (await this.streams.latest(matchId))?.state;
    if (state === undefined) throw new Refusal('MATCH_NOT_FOUND');
    const otherwise = mayRead(state, userId, this.clock().toISOString()) ? 'NOT_COMMITTEE' : 'MATCH_NOT_FOUND';
    const me = { userId, sessionId };
    await this.staff.mustHave(me, (roles) => isCommitteeOf(roles, state.course.courseId), otherwise);
  }

  private async withNote(sent: CorrectCard, note: string): Promise<Receipt> {
    const { by, matchId, userId } = sent;
    const correction = { commandId: by.commandId, matchId };
    const hash = await this.notes.keep({ ...correction, userId, writtenBy: by.actorId, note });
    try {
      const answer = ({ events }: Done) => ({ corrected: events.some(({ type }) => type === 'CardCorrected') });
      const { corrected, ...receipt } = await this.streams.write(sent, correctCard(sent, hash), answer);
      if (!corrected) await this.notes.drop(correction);
      return receipt;
    } catch (error) {
      if (error instanceof Refusal && !OUTCOME_UNKNOWN.has(error.code)) await this.notes.drop(correction);
      throw error;
    }
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
