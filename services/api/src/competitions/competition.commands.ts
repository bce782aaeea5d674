import {
  COMPETITION_ALLOWANCES,
  COMPETITION_SORTS,
  COMPETITION_TYPES,
  LIMITS,
  MESSAGES,
  WEEKDAYS,
  type CompetitionChangedAnswer,
  type CompetitionCommandAnswer,
  type CompetitionSort,
  type CompetitionType,
  type Weekday,
} from '@fairmark/contract';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, IsUUID, Matches } from 'class-validator';
import { PageField, PageQuery } from '../clubhouse/clubhouse.dto.js';
import { SentCommand } from '../commands/command-identity.js';
import { PositionQuery } from '../positions/position.query.js';
import { ChoiceField, IdField, ONE_LINE, TextField, Trimmed, WholeField } from '../http/fields.js';

/** Inputs of the competition calls: commands for the command bus, and queries. */

/** Ids of golfers, converted to lower case. The decider checks that there is one at least, and none twice. */
function PlayersField(): PropertyDecorator {
  const { competitionPlayersMax: maxItems } = LIMITS;
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id)) : value,
    ),
    ApiProperty({
      type: String,
      format: 'uuid',
      isArray: true,
      minItems: 1,
      maxItems,
      uniqueItems: true,
      description: 'Golfers, in the order in which they were chosen',
    }),
    IsArray({ message: MESSAGES.required }),
    ArrayMaxSize(maxItems, { message: MESSAGES.competitionPlayersMany }),
    IsUUID('all', { each: true, message: 'must be UUIDs' }),
  );
}

export class CreateCompetition extends SentCommand<CompetitionChangedAnswer> {
  @Trimmed()
  @Matches(ONE_LINE, { message: MESSAGES.competitionNameText })
  @TextField({ max: LIMITS.competitionNameMax, message: MESSAGES.competitionNameLong })
  @Matches(/./su, { message: MESSAGES.required })
  competitionName!: string;

  @ChoiceField(COMPETITION_TYPES, { description: 'Only ECLECTIC can be created', message: MESSAGES.required })
  competitionType!: CompetitionType;

  @IdField({ description: 'The course' }) course!: string;

  @WholeField({
    min: LIMITS.competitionWeeksMin,
    max: LIMITS.competitionWeeksMax,
    description: 'Weeks',
    message: MESSAGES.competitionWeeks,
  })
  duration!: number;

  @ApiProperty({ enum: [...WEEKDAYS], isArray: true, minItems: 1, maxItems: WEEKDAYS.length, uniqueItems: true })
  @IsIn([...WEEKDAYS], { each: true, message: MESSAGES.competitionDays })
  @ArrayUnique({ message: MESSAGES.competitionDays })
  @ArrayMaxSize(WEEKDAYS.length, { message: MESSAGES.competitionDays })
  @ArrayMinSize(1, { message: MESSAGES.required })
  days!: Weekday[];

  @PlayersField() players!: string[];

  @ChoiceField(COMPETITION_ALLOWANCES, {
    optional: true,
    description: 'Percent of the daily handicap that nett results take off; 100 when left out',
    message: MESSAGES.competitionAllowance,
  })
  allowance?: number;
}

export class SetCompetitionPlayers extends SentCommand<CompetitionChangedAnswer> {
  /** From the path. */
  declare competitionId: string;
  @PlayersField() players!: string[];
}

/** A command that carries only the competition's id. */
class CompetitionIdCommand extends SentCommand<CompetitionCommandAnswer> {
  constructor(readonly competitionId: string) {
    super();
  }
}
export class LeaveCompetition extends CompetitionIdCommand {}
export class DeleteCompetition extends CompetitionIdCommand {}

export class CompetitionQuery extends PositionQuery {
  @ChoiceField(COMPETITION_SORTS, { optional: true, description: 'gross when left out' }) sort: CompetitionSort =
    'gross';
}

export class CompetitionsQuery extends PageQuery {
  @PageField(1, LIMITS.competitionsPageMax, 'Competitions of this page')
  override limit: number = LIMITS.competitionsPageMax;
}
