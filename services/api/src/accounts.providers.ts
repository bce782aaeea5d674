import type { Provider, Type } from '@nestjs/common';
import { AUTHENTICATOR } from './http/auth.guard.js';
import { AccountDeletion } from './users/account-deletion.js';
import { AccountUpkeep } from './users/account-upkeep.js';
import { Avatars } from './users/avatars.js';
import { AvatarsController } from './users/avatars.controller.js';
import { Golfers } from './users/golfers.js';
import { Pictures } from './users/pictures.js';
import { Profiles } from './users/profiles.js';
import { UsersController } from './users/users.controller.js';
import { AccessTokens } from './sessions/access-tokens.js';
import { Accounts } from './auth/accounts.js';
import { AuthController } from './auth/auth.controller.js';
import { Authentication } from './sessions/authentication.js';
import { MailLinks } from './auth/mail-links.js';
import { Passwords } from './auth/passwords.js';
import { SessionEvents } from './sessions/session-events.js';
import { Sessions } from './sessions/sessions.js';
import { SignInThrottle } from './auth/sign-in-throttle.js';

export const AUTH_CONTROLLERS: Type[] = [AuthController, UsersController, AvatarsController];

export const AUTH_PROVIDERS: Provider[] = [
  AccessTokens,
  AccountDeletion,
  AccountUpkeep,
  Accounts,
  Authentication,
  Avatars,
  { provide: AUTHENTICATOR, useExisting: Authentication },
  Golfers,
  MailLinks,
  Passwords,
  Pictures,
  Profiles,
  SessionEvents,
  Sessions,
  SignInThrottle,
];
