import { LIMITS } from '@fairmark/contract';
import { ApiProperty } from '@nestjs/swagger';
import { GolfNumberField, HandicapField, NameField, TextField, Trimmed } from '../http/fields.js';

/** What golfers may change of their profile; an omitted field keeps its value. A form sends the handicap as text. */
export class SettingsBody {
  @NameField({ optional: true }) fullName?: string;
  @GolfNumberField({ optional: true }) golflinkNumber?: string;
  @HandicapField({ optional: true, fromText: true }) handicap?: number;
}

/** The settings as a multipart form sends them, for the API's page only; handlers get the picture separately. */
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
