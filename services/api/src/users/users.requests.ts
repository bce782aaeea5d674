import { LIMITS } from '@fairmark/contract';
import { GolfNumberField, HandicapField, NameField, TextField, Trimmed } from '../platform/fields.js';

/** What a golfer may change of himself; what is left out stays. A form sends the handicap as text. */
export class SettingsBody {
  @NameField({ optional: true }) fullName?: string;
  @GolfNumberField({ optional: true }) golflinkNumber?: string;
  @HandicapField({ optional: true, fromText: true }) handicap?: number;
}

export class SearchUsersQuery {
  @Trimmed() @TextField({ min: LIMITS.searchTextMin, max: LIMITS.searchTextMax }) query!: string;
}
