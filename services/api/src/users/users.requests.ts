import { LIMITS } from '@fairmark/contract';
import { ApiProperty } from '@nestjs/swagger';
import { IsInstance, ValidateIf } from 'class-validator';
import { GolfNumberField, HandicapField, NameField, OmittedIfEmpty, TextField, Trimmed } from '../http/fields.js';

/** What golfers may change of their profile; an omitted field keeps its value. A form sends the handicap as text. */
export class SettingsBody {
  @NameField({ optional: true }) fullName?: string;
  @GolfNumberField({ optional: true }) golflinkNumber?: string;
  @HandicapField({ optional: true, fromText: true }) handicap?: number;
  /** New picture; a JSON body has none. */
  @OmittedIfEmpty()
  @ApiProperty({
    type: String,
    format: 'binary',
    required: false,
    description: `JPEG, PNG or WebP of at most ${LIMITS.avatarBytesMax} bytes, in a multipart form only`,
  })
  @ValidateIf((_, value) => value !== undefined)
  @IsInstance(Buffer, { message: 'This is not expected here' })
  avatar?: Buffer;
}

export class SearchUsersQuery {
  @Trimmed() @TextField({ min: LIMITS.searchTextMin, max: LIMITS.searchTextMax }) query!: string;
}
