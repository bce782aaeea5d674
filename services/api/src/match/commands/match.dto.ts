import {
  LIMITS,
  FORMAT_NAMES,
  MESSAGES,
  PLAY_TYPES,
  TEES,
  type Format,
  type PlayType,
  type Tee,
} from '@fairmark/contract';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsISO8601,
  IsObject,
  IsOptional,
  IsUUID,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import {
  ChoiceField,
  FlagField,
  HandicapField,
  IdField,
  IgnoredNumberField,
  TextField,
  WholeField,
} from '../../http/fields.js';

/** The markers' entries of a whole group. */
const SEEN_MAX = LIMITS.holes * LIMITS.groupSizeMax;

/** What the match calls take. */

export class CreateMatchDto {
  @IdField({ description: 'The course' }) course!: string;
  @ChoiceField(TEES) tee!: Tee;
  @ChoiceField(PLAY_TYPES) playType!: PlayType;
  @ChoiceField(FORMAT_NAMES, { optional: true, description: 'A practice round is always STABLEFORD' })
  matchType?: Format;
}

export class InviteDto {
  @IdField({ description: 'The golfer to invite' }) id!: string;
  @IdField() matchId!: string;
}

export class RemoveDto {
  @IdField({ description: 'The invited golfer or player to remove' }) userId!: string;
  @IdField() matchId!: string;
}

export class AnswerInviteDto {
  @IdField({ description: 'The invitation' }) id!: string;
  @ChoiceField(['ACCEPTED', 'DENIED']) status!: 'ACCEPTED' | 'DENIED';
  @IdField({ optional: true, description: 'Its match, as the join link names it; found by the invitation otherwise' })
  matchId?: string;
}

const COMPUTED = 'Taken and ignored: the server computes it';

export class SettingsDto {
  @HandicapField() handicap!: number;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'False or left out: not ready' }) ready?: boolean;
}

export class ReadyDto {
  @IdField() matchId!: string;
  @ApiProperty({ type: SettingsDto })
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => SettingsDto)
  settings!: SettingsDto;
}

export class StartSettingsDto {
  @HandicapField({ optional: true, nullable: true }) handicap?: number | null;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'Taken and ignored: starting is being ready' }) ready?: boolean;
}

export class StartDto {
  @IdField() matchId!: string;
  @ApiProperty({ type: StartSettingsDto, required: false })
  @ValidateIf((_, value) => value !== undefined)
  @IsObject({ message: 'must be an object' })
  @ValidateNested()
  @Type(() => StartSettingsDto)
  userSettings?: StartSettingsDto;
}

export class MatchDto {
  @IdField() matchId!: string;
}

export class MarkerDto {
  @IdField() matchId!: string;
  @IdField({ description: 'The player' }) userId!: string;
  @IdField({ description: 'Who keeps that card from now on' }) markerId!: string;
}

export class ScoreDto {
  @IdField() matchId!: string;
  @WholeField({ min: 1, max: LIMITS.holes, message: MESSAGES.holeRange }) holeNumber!: number;
  @WholeField({
    min: LIMITS.strokesMin,
    max: LIMITS.strokesMax,
    optional: true,
    nullable: true,
    description: 'null clears my entry',
    message: MESSAGES.strokesRange,
  })
  strokes?: number | null;
  @FlagField({ optional: true }) noScore?: boolean;
  @IdField({ optional: true, description: 'Whose card; mine when left out' }) userId?: string;
  @IdField({
    optional: true,
    nullable: true,
    description: 'The entry that this one takes the place of, null for none yet; left out: whatever is there',
  })
  replaces?: string | null;
  @IsISO8601({ strict: true }, { message: 'must be a time like 2026-05-01T08:30:00.000Z' })
  @TextField({
    max: 24,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/,
    optional: true,
    description: 'When it was entered, by the phone’s clock: a score may have waited for a signal',
    message: 'must be a time like 2026-05-01T08:30:00.000Z',
  })
  occurredAt?: string;
}

export class SignDto {
  @IdField({ optional: true, description: 'My marker, or a player I mark; left out: everybody I share a card with' })
  userId?: string;
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    isArray: true,
    maxItems: SEEN_MAX,
    description:
      'Ids of the markers’ entries as they were shown: another one now is SCORE_CHANGED; left out: not asked',
  })
  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(SEEN_MAX, { message: `must be ${SEEN_MAX} or less` })
  @IsUUID('all', { each: true, message: 'must be UUIDs' })
  seen?: string[];
}

export class ReopenDto {
  @IdField({ description: 'Whose card' }) userId!: string;
}

export class ViewQuery {
  @IdField({ optional: true, description: 'Another player of the match, whose settings and scores are meant' })
  userId?: string;
}

/** Read your own writes: what a command answered, so that the answer holds at least that. */
export class PositionQuery {
  @TextField({
    max: 19,
    pattern: /^\d{1,19}$/,
    optional: true,
    message: 'Position must be the number that a command answered',
  })
  position?: string;
  @TextField({ max: 100, optional: true }) log?: string;
}
