import {
  CORRECTION_REASONS,
  CORRECTION_TEXTS,
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
} from '../../http/fields.js';
import { SentCommand } from './command-identity.js';

/** The commands on a match, as golfers send them and as the command bus carries them. */

export class CreateMatch extends SentCommand<CreateMatchAnswer> {
  @IdField({ description: 'The course' }) course!: string;
  @ChoiceField(TEES) tee!: Tee;
  @ChoiceField(PLAY_TYPES) playType!: PlayType;
  @ChoiceField(FORMAT_NAMES, { optional: true, description: 'A practice round is always STABLEFORD' })
  matchType?: Format;
}

/** A command on a match that is there. */
export abstract class MatchSent<Answer = MatchCommandAnswer> extends SentCommand<Answer> {
  abstract matchId: string;
}

export class InvitePlayer extends MatchSent<InviteAnswer> {
  @IdField({ description: 'The golfer to invite' }) id!: string;
  @IdField() matchId!: string;
}

export class RemovePlayer extends MatchSent {
  @IdField({ description: 'The invited golfer or player to remove' }) userId!: string;
  @IdField() matchId!: string;
}

export class AnswerInvite extends SentCommand<MatchCommandAnswer> {
  @IdField({ description: 'The invitation' }) id!: string;
  @ChoiceField(['ACCEPTED', 'DENIED']) status!: 'ACCEPTED' | 'DENIED';
  @IdField({ optional: true, description: 'Its match, as the join link names it; found by the invitation otherwise' })
  matchId?: string;
}

const COMPUTED = 'Taken and ignored: the server computes it';

class Settings {
  @HandicapField() handicap!: number;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'False or left out: not ready' }) ready?: boolean;
}

export class SetSettings extends MatchSent<ReadyAnswer> {
  @IdField() matchId!: string;
  @ObjectField(Settings) settings!: Settings;
}

class StartSettings {
  @HandicapField({ optional: true, nullable: true }) handicap?: number | null;
  @IgnoredNumberField({ optional: true, nullable: true, description: COMPUTED }) dailyHandicap?: number | null;
  @FlagField({ optional: true, description: 'Taken and ignored: starting is being ready' }) ready?: boolean;
}

export class StartMatch extends MatchSent implements StartCall {
  @IdField() matchId!: string;
  @ObjectField(StartSettings, { optional: true }) userSettings?: StartSettings;
}

export class LeaveLobby extends MatchSent {
  @IdField() matchId!: string;
}

export class LeaveRound extends MatchSent {
  @IdField() matchId!: string;
}

export class AssignMarker extends MatchSent {
  @IdField() matchId!: string;
  @IdField({ description: 'The player' }) userId!: string;
  @IdField({ description: 'Who keeps that card from now on' }) markerId!: string;
}

const TIME = 'must be a time like 2026-05-01T08:30:00.000Z';

export class ScoreHole extends MatchSent<ScoreAnswer> {
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

/** The markers' entries of a whole group. */
const SEEN_MAX = LIMITS.holes * LIMITS.groupSizeMax;

export class SignCards extends MatchSent<VerifyAnswer> {
  /** From the path. */
  declare matchId: string;
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

export class ReopenCard extends MatchSent {
  /** From the path. */
  declare matchId: string;
  @IdField({ description: 'Whose card' }) userId!: string;
}

/** Letters and new lines: no other control characters, nothing that turns the direction of what follows. */
const NOTE = /^([^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|\n)*$/u;

/** A hole as it counts from now on. */
class CorrectedHole {
  @WholeField({ min: 1, max: LIMITS.holes, message: MESSAGES.holeRange }) holeNumber!: number;
  @WholeField({
    min: LIMITS.strokesMin,
    max: LIMITS.strokesMax,
    nullable: true,
    description: 'null with noScore',
    message: MESSAGES.strokesRange,
  })
  strokes!: number | null;
  @FlagField({ optional: true }) noScore?: boolean;
  @IdField({
    optional: true,
    description: 'The entry that counts now, as it was shown: the marker’s, or the correction that took its place',
  })
  replaces?: string;
}

/** What a committee puts right on a verified card. */
export class CorrectCard extends MatchSent {
  /** From the path. */
  declare matchId: string;
  /** The committee's session. Set last: it is no part of what was sent, which a retry may send in another. */
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

  /** The log keeps its hash for ever: without the note, which must be possible to erase. */
  protected override get content() {
    return Object.assign({}, this, { note: this.note !== undefined });
  }
}
