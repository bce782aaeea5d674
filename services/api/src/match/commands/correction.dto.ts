import { CORRECTION_REASONS, CORRECTION_TEXTS, LIMITS, MESSAGES, type CorrectionReason } from '@fairmark/contract';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { ChoiceField, FlagField, IdField, TextField, Trimmed, WholeField } from '../../http/fields.js';

/** Letters and new lines: no other control characters, nothing that turns the direction of what follows. */
const NOTE = /^([^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]|\n)*$/u;

/** A hole as it counts from now on. */
export class CorrectedHoleDto {
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
export class CorrectionDto {
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
  @ApiProperty({ type: CorrectedHoleDto, isArray: true, minItems: 1, maxItems: LIMITS.holes })
  @IsArray({ message: CORRECTION_TEXTS.holes })
  @ArrayMinSize(1, { message: CORRECTION_TEXTS.holes })
  @ArrayMaxSize(LIMITS.holes, { message: CORRECTION_TEXTS.holes })
  @ValidateNested({ each: true })
  @Type(() => CorrectedHoleDto)
  holes!: CorrectedHoleDto[];
}
