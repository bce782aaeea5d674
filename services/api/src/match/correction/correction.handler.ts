import type { ErrorCode } from '@fairmark/contract';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Refusal } from '../../http/refusal.js';
import type { SentCommand } from '../commands/command-identity.js';
import { Committees } from './committees.js';
import { CorrectionNotes } from './correction-notes.js';
import { CorrectCard } from '../commands/match.commands.js';
import { deciding, MatchStreams, receiptOnly, type Decide, type Done, type Receipt } from '../streams/match-streams.js';

type Input = CorrectCard['input'];

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
    private readonly committees: Committees,
    private readonly streams: MatchStreams,
    private readonly notes: CorrectionNotes,
  ) {}

  async execute({ by, input }: CorrectCard): Promise<Receipt> {
    const { matchId, note } = input;
    await this.committees.mustJudge(matchId, by.actorId);
    const before = await this.streams.answeredBefore(matchId, by, receiptOnly);
    if (before !== null) {
      await this.notes.mustBeSame({ commandId: by.commandId, matchId }, note ?? null);
      return before;
    }
    if (note === undefined) return this.streams.write(matchId, by, correcting(by, input, null), receiptOnly);
    // Refused before any words are kept.
    await this.streams.preview(matchId, correcting(by, input, SOME_HASH));
    return this.withNote(by, input, note);
  }

  private async withNote(by: SentCommand, input: Input, note: string): Promise<Receipt> {
    const { commandId, actorId } = by;
    const { matchId, userId } = input;
    const of = { commandId, matchId };
    const hash = await this.notes.keep({ ...of, userId, writtenBy: actorId, note });
    try {
      const answer = ({ events }: Done) => ({ corrected: events.some(({ type }) => type === 'CardCorrected') });
      const { corrected, ...receipt } = await this.streams.write(matchId, by, correcting(by, input, hash), answer);
      if (!corrected) await this.notes.drop(of);
      return receipt;
    } catch (error) {
      if (error instanceof Refusal && !OUTCOME_UNKNOWN.has(error.code)) await this.notes.drop(of);
      throw error;
    }
  }
}

function correcting({ actorId }: SentCommand, { userId, reason, holes }: Input, noteHash: string | null): Decide {
  return deciding({
    type: 'CorrectCard',
    actorId,
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
