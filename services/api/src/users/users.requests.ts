import { LIMITS } from '@fairmark/contract';
import { ApiProperty } from '@nestjs/swagger';
import { GolfNumberField, HandicapField, NameField, TextField, Trimmed } from '../http/fields.js';

/** What a golfer may change of himself; what is left out stays. A form sends the handicap as text. */
export class SettingsBody {
  @NameField({ optional: true }) fullName?: string;
  @GolfNumberField({ optional: true }) golflinkNumber?: string;
  @HandicapField({ optional: true, fromText: true }) handicap?: number;
}

/** The settings as a multipart form may send them: for the page of the API alone, the picture comes by itself. */
export class SettingsForm extends SettingsBody {
  @ApiProperty({
    type: String,
    format: 'binary',
    required: false,
    description: `JPEG, PNG or WebP of at most ${LIMITS.avatarBytesMax} bytes, in a multipart form only`,
  })
  avatar?: unknown;
}

export class SearchUsersQuery {
  @Trimmed() @TextField({ min: LIMITS.searchTextMin, max: LIMITS.searchTextMax }) query!: string;
}
