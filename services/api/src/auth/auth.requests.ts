import { GENDERS, LIMITS, MESSAGES, type Gender } from '@fairmark/contract';
import {
  EmailField,
  FlagField,
  ChoiceField,
  HandicapField,
  LowerCased,
  NameField,
  GolfNumberField,
  PasswordField,
  TextField,
  Trimmed,
} from '../http/fields.js';

export class RegisterBody {
  @EmailField() email!: string;
  @PasswordField() password!: string;
  @NameField() fullName!: string;
  @GolfNumberField() golflinkNumber!: string;
  @HandicapField() handicap!: number;
  @ChoiceField(GENDERS, { message: MESSAGES.genderUnknown }) gender!: Gender;
}

/** The answer must not reveal which of the two is wrong, so neither is checked for its format. */
export class LoginBody {
  @Trimmed()
  @LowerCased()
  @TextField({ min: 1, max: LIMITS.emailMax, message: MESSAGES.emailRequired })
  email!: string;
  @TextField({ min: 1, max: LIMITS.passwordMax, message: MESSAGES.passwordRequired }) password!: string;
}

export class EmailBody {
  @EmailField() email!: string;
}

export class VerifyEmailQuery {
  @TextField({ min: 1, max: LIMITS.tokenMax, message: MESSAGES.verifyTokenMissing }) token!: string;
}

export class ResetPasswordBody {
  @TextField({ min: 1, max: LIMITS.tokenMax }) token!: string;
  @PasswordField() password!: string;
}

export class ConfirmPasswordBody {
  @TextField({ min: 1, max: LIMITS.passwordMax, message: MESSAGES.passwordRequired }) password!: string;
}

export class ChangePasswordBody {
  /** The current password. */
  @TextField({ min: 1, max: LIMITS.passwordMax, message: MESSAGES.passwordRequired }) current!: string;
  @PasswordField() password!: string;
}

export class LogoutBody {
  @FlagField({ optional: true, description: 'Ends every session of the golfer' }) everywhere?: boolean;
}
