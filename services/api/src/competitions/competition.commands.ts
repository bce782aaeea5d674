import type { CompetitionChangedAnswer, CompetitionCommandAnswer } from '@fairmark/contract';
import { Command } from '@nestjs/cqrs';
import type { SentCommand } from '../match/commands/command-identity.js';
import type { Answered } from '../match/commands/match.commands.js';
import type { CreateCompetitionDto, SetPlayersDto } from './competition.dto.js';

/** What the command bus carries. Rules are in the decider. */
abstract class CompetitionCall<Input, Answer> extends Command<Answered<Answer>> {
  constructor(
    readonly by: SentCommand,
    readonly input: Input,
  ) {
    super();
  }
}

interface Which {
  competitionId: string;
}

export class CreateCompetition extends CompetitionCall<CreateCompetitionDto, CompetitionChangedAnswer> {}
export class SetCompetitionPlayers extends CompetitionCall<SetPlayersDto & Which, CompetitionChangedAnswer> {}
export class LeaveCompetition extends CompetitionCall<Which, CompetitionCommandAnswer> {}
export class DeleteCompetition extends CompetitionCall<Which, CompetitionCommandAnswer> {}
