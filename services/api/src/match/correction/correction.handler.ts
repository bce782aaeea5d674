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

/** In place of the hash of words that are not kept yet. */
const SOME_HASH = '';

/**
 * Refusals after which this very command may stand in the log all the same, from an earlier attempt or another process: its words are
 * kept then. After every other one it is known that nothing was written.
 */
const OUTCOME_UNKNOWN: ReadonlySet<ErrorCode> = new Set(['IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE']);

/** A committee's correction: the role, the words, the event. */
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
    const before = await this.streams.answeredBefore(sent);
    if (before !== null) {
      await this.notes.mustBeSame({ commandId: by.commandId, matchId }, note ?? null);
      return before;
    }
    if (note === undefined) return this.streams.write(sent, correcting(sent, null));
    // Refused before any words are kept.
    await this.streams.preview(matchId, correcting(sent, SOME_HASH));
    return this.withNote(sent, note);
  }

  /** @throws Refusal MATCH_NOT_FOUND to those who do not see the match either, NOT_COMMITTEE, SECOND_FACTOR_REQUIRED */
  private async mustBeCommittee({ by: { actorId: userId }, matchId, sessionId }: CorrectCard): Promise<void> {
    const state = (await this.streams.latest(matchId))?.state;
    if (state === undefined) throw new Refusal('MATCH_NOT_FOUND');
    const otherwise = mayRead(state, userId, this.clock().toISOString()) ? 'NOT_COMMITTEE' : 'MATCH_NOT_FOUND';
    const me = { userId, sessionId };
    await this.staff.mustHave(me, (roles) => isCommitteeOf(roles, state.course.courseId), otherwise);
  }

  private async withNote(sent: CorrectCard, note: string): Promise<Receipt> {
    const { by, matchId, userId } = sent;
    const of = { commandId: by.commandId, matchId };
    const hash = await this.notes.keep({ ...of, userId, writtenBy: by.actorId, note });
    try {
      const answer = ({ events }: Done) => ({ corrected: events.some(({ type }) => type === 'CardCorrected') });
      const { corrected, ...receipt } = await this.streams.write(sent, correcting(sent, hash), answer);
      if (!corrected) await this.notes.drop(of);
      return receipt;
    } catch (error) {
      if (error instanceof Refusal && !OUTCOME_UNKNOWN.has(error.code)) await this.notes.drop(of);
      throw error;
    }
  }
}

function correcting({ by, userId, reason, holes }: CorrectCard, noteHash: string | null): Decide {
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
