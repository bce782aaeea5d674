import type {
  CreateMatchAnswer,
  InviteAnswer,
  MatchCommandAnswer,
  ReadyAnswer,
  ScoreAnswer,
  VerifyAnswer,
} from '@fairmark/contract';
import { Command } from '@nestjs/cqrs';
import type { SentCommand } from './command-identity.js';
import type { CorrectionDto } from './correction.dto.js';
import type {
  AnswerInviteDto,
  CreateMatchDto,
  InviteDto,
  MarkerDto,
  MatchDto,
  ReadyDto,
  RemoveDto,
  ReopenDto,
  ScoreDto,
  SignDto,
  StartDto,
} from './match.dto.js';

/** An answer as handlers make it; the HTTP status is added at the edge. */
export type Answered<Answer> = Omit<Answer, 'status'>;

/** What the command bus carries: who asks with which command, and what for. Rules are in the deciders. */
abstract class MatchCall<Input, Answer = MatchCommandAnswer> extends Command<Answered<Answer>> {
  constructor(
    readonly by: SentCommand,
    readonly input: Input,
  ) {
    super();
  }
}

export class CreateMatch extends MatchCall<CreateMatchDto, CreateMatchAnswer> {}
export class InvitePlayer extends MatchCall<InviteDto, InviteAnswer> {}
export class RemovePlayer extends MatchCall<RemoveDto> {}
export class AnswerInvite extends MatchCall<AnswerInviteDto> {}
export class SaveSettings extends MatchCall<ReadyDto, ReadyAnswer> {}
export class AssignMarker extends MatchCall<MarkerDto> {}
export class StartMatch extends MatchCall<StartDto> {}
export class LeaveLobby extends MatchCall<MatchDto> {}
export class LeaveRound extends MatchCall<MatchDto> {}
export class ScoreHole extends MatchCall<ScoreDto, ScoreAnswer> {}
export class SignCards extends MatchCall<SignDto & MatchDto, VerifyAnswer> {}
export class ReopenCard extends MatchCall<ReopenDto & MatchDto> {}
export class CorrectCard extends MatchCall<
  Pick<CorrectionDto & MatchDto, 'matchId' | 'userId' | 'reason' | 'note' | 'holes'>
> {}
