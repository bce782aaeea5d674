import {
  CORRECTION_REASONS,
  CORRECTION_TEXTS,
  ERRORS,
  FORMAT_NAMES,
  LIMITS,
  MESSAGES,
  PLAY_TYPES,
  TEES,
  type CorrectionReason,
  type CreateMatchAnswer,
  type Format,
  type InviteAnswer,
  type MatchCommandAnswer,
  type PlayType,
  type ReadyAnswer,
  type ScoreAnswer,
  type StartCall,
  type Tee,
  type VerifyAnswer,
} from '@fairmark/contract';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsISO8601, IsOptional, IsUUID } from 'class-validator';
import {
  ChoiceField,
  FlagField,
  HandicapField,
  IdField,
  IgnoredNumberField,
  ListField,
  ObjectField,
  TextField,
  Trimmed,
  WholeField,
  type FieldOptions,
} from '../../http/fields.js';
import { SentCommand } from '../../commands/command-identity.js';

/** The commands on a match, as golfers send them and the command bus carries them. */

export class CreateMatch extends SentCommand<CreateMatchAnswer> {
  @IdField({ description: 'The course' }) course!: string;
  @ChoiceField(TEES) tee!: Tee;
  @ChoiceField(PLAY_TYPES) playType!: PlayType;
  @ChoiceField(FORMAT_NAMES, {
    optional: true,
    description: 'Needed for COMPETITION; a practice round is always STABLEFORD',
  })
  matchType?: Format;
}

/** A command on an existing match. */
abstract class MatchSent<Answer = MatchCommandAnswer> extends SentCommand<Answer> {
  @IdField() matchId!: string;
}

export class InvitePlayer extends MatchSent<InviteAnswer> {
  @IdField({ description: 'The golfer to invite' }) id!: string;
}

export class RemovePlayer extends MatchSent {
  @IdField({ description: 'The invited golfer or player to remove' }) userId!: string;
}

/** The ids may come from a mangled join link. */
const NO_INVITE = ERRORS.INVITE_NOT_FOUND.message;

export class AnswerInvite extends SentCommand<MatchCommandAnswer> {
  @IdField({ description: 'The invitation', message: NO_INVITE }) id!: string;
  @ChoiceField(['ACCEPTED', 'DENIED']) status!: 'ACCEPTED' | 'DENIED';
  @IdField({
    optional: true,
    description: 'Its match, as the join link names it; found by the invitation otherwise',
    message: NO_INVITE,
  })
  matchId?: string;
}

const COMPUTED = 'Accepted and ignored: the server computes it';

class Settings {
  @HandicapField() handicap!: number;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'False or left out: not ready' }) ready?: boolean;
}

export class SetSettings extends MatchSent<ReadyAnswer> {
  @ObjectField(Settings) settings!: Settings;
}

class StartSettings {
  @HandicapField({ optional: true, nullable: true }) handicap?: number | null;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'Accepted and ignored: starting implies being ready' }) ready?: boolean;
}

export class StartMatch extends MatchSent implements StartCall {
  @ObjectField(StartSettings, { optional: true }) userSettings?: StartSettings;
}

export class LeaveLobby extends MatchSent {}

export class LeaveRound extends MatchSent {}

export class AssignMarker extends MatchSent {
  @IdField({ description: 'The player' }) userId!: string;
  @IdField({ description: 'Who keeps that card from now on' }) markerId!: string;
}

const HoleField = () => WholeField({ min: 1, max: LIMITS.holes, message: MESSAGES.holeRange });
const StrokesField = (options: FieldOptions) => {
  const { strokesMin: min, strokesMax: max } = LIMITS;
  return WholeField({ min, max, message: MESSAGES.strokesRange, nullable: true, ...options });
};

const TIME = 'must be a time like 2026-05-01T08:30:00.000Z';

export class ScoreHole extends MatchSent<ScoreAnswer> {
  @HoleField() holeNumber!: number;
  @StrokesField({ optional: true, description: 'null clears my entry; left out only with noScore' })
  strokes?: number | null;
  @FlagField({ optional: true }) noScore?: boolean;
  @IdField({ optional: true, description: 'Whose card; mine when left out' }) userId?: string;
  @IdField({
    optional: true,
    nullable: true,
    description: 'The entry that this one replaces, null for none yet; any entry when left out',
  })
  replaces?: string | null;
  @IsISO8601({ strict: true }, { message: TIME })
  @TextField({
    max: 24,
    pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/,
    optional: true,
    description: 'When it was entered, by the phone’s clock: a score may have waited for a signal',
    message: TIME,
  })
  occurredAt?: string;
}

/** At most the markers' entries of a whole group. */
const SEEN_MAX = LIMITS.holes * LIMITS.groupSizeMax;

export class SignCards extends SentCommand<VerifyAnswer> {
  /** From the path. */
  declare matchId: string;
  @IdField({ optional: true, description: 'My marker or a player I mark; everyone I share a card with when left out' })
  userId?: string;
  @ApiPropertyOptional({
    type: String,
    format: 'uuid',
    isArray: true,
    maxItems: SEEN_MAX,
    description: 'Ids of the markers’ entries as shown: SCORE_CHANGED if another counts now; not checked when left out',
  })
  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(SEEN_MAX, { message: `must be ${SEEN_MAX} or less` })
  @IsUUID('all', { each: true, message: 'must be UUIDs' })
  seen?: string[];
}

export class ReopenCard extends SentCommand<MatchCommandAnswer> {
  /** From the path. */
  declare matchId: string;
  @IdField({ description: 'Whose card' }) userId!: string;
}

/** Text with line breaks: no other control characters and no bidirectional controls. */
const NOTE = /^([^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|\n)*$/u;

/** The corrected score of a hole. */
class CorrectedHole {
  @HoleField() holeNumber!: number;
  @StrokesField({ description: 'null with noScore' })
  strokes!: number | null;
  @FlagField({ optional: true }) noScore?: boolean;
  @IdField({
    optional: true,
    description:
      'The entry that counts now, as shown: the marker’s, or the correction that replaced it; any when left out',
  })
  replaces?: string;
}

/** A committee's correction of a verified card. */
export class CorrectCard extends SentCommand<MatchCommandAnswer> {
  /** From the path. */
  declare matchId: string;
  /** The committee member's session. Set after `from`, so that a retry from another session has the same content. */
  declare sessionId: string;
  @IdField({ description: 'Whose card' }) userId!: string;
  @ChoiceField(CORRECTION_REASONS) reason!: CorrectionReason;
  @Trimmed()
  @TextField({
    min: 1,
    max: LIMITS.correctionNoteMax,
    pattern: NOTE,
    optional: true,
    description: 'In the committee’s own words; needed with OTHER',
    message: CORRECTION_TEXTS.note,
  })
  note?: string;
  @ListField(CorrectedHole, { min: 1, max: LIMITS.holes, message: CORRECTION_TEXTS.holes }) holes!: CorrectedHole[];

  /** Excludes the note's text, which must remain erasable: the log keeps this hash for ever. */
  protected override get content() {
    return Object.assign({}, this, { note: this.note !== undefined });
  }
}
