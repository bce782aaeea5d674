import type { OwnUser, SessionSummary } from '@fairmark/contract';
import { Body, Ip, Param, Query } from '@nestjs/common';
import { Me, Origin, type Caller, type RequestOrigin } from '../http/caller.js';
import { Delete, Get, IdPipe, Post, Public, Routes } from '../http/routes.js';
import { addressKey, LimitByAddress, LimitByUser } from '../limits/rate-limits.js';
import { Sessions } from '../sessions/sessions.js';
import { Golfers } from '../golfers/golfers.js';
import { Accounts, type SignedIn } from './accounts.js';
import {
  ChangePasswordBody,
  ConfirmPasswordBody,
  EmailBody,
  LoginBody,
  LogoutBody,
  RegisterBody,
  ResetPasswordBody,
  VerifyEmailQuery,
} from './auth.requests.js';
import { SignInThrottle } from './sign-in-throttle.js';

const SESSION_ID = new IdPipe('NOT_FOUND');

interface SignedInAnswer {
  token: string;
  user: OwnUser;
}

@Routes('api/auth', 'auth')
export class AuthController {
  constructor(
    private readonly accounts: Accounts,
    private readonly golfers: Golfers,
    private readonly throttle: SignInThrottle,
    private readonly sessions: Sessions,
  ) {}

  @Post('register', 'Creates an account and sends the mail that verifies its email', { status: 201 })
  @Public()
  @LimitByAddress('register')
  async register(@Origin() origin: RequestOrigin, @Body() body: RegisterBody): Promise<SignedInAnswer> {
    return this.answer(await this.accounts.register(body, origin));
  }

  @Post('login', 'Opens a session of 30 days')
  @Public()
  async login(
    @Origin() origin: RequestOrigin,
    @Body() { email, password }: LoginBody,
    @Ip() ip: string,
  ): Promise<SignedInAnswer> {
    const from = { address: addressKey(ip), deviceId: origin.deviceId };
    return this.answer(await this.throttle.attempt(email, from, () => this.accounts.login(email, password, origin)));
  }

  @Get('user', 'Me')
  async user(@Me() me: Caller): Promise<{ user: OwnUser }> {
    return { user: await this.golfers.own(me.userId) };
  }

  @Get('verify-email', 'Verifies the email that the link was sent to')
  @Public()
  @LimitByAddress('openLink')
  verifyEmail(@Origin() origin: RequestOrigin, @Query() { token }: VerifyEmailQuery): Promise<void> {
    return this.accounts.verifyEmail(token, origin);
  }

  @Post('resend-verification-email', 'Sends another mail that verifies the email')
  @Public()
  @LimitByAddress('askForMail')
  resend(@Body() { email }: EmailBody): Promise<void> {
    return this.accounts.resendVerification(email);
  }

  @Post('forgot-password', 'Sends a mail with a link that sets a new password')
  @Public()
  @LimitByAddress('askForMail')
  forgot(@Body() { email }: EmailBody): Promise<void> {
    return this.accounts.forgotPassword(email);
  }

  @Post('reset-password', 'Sets a new password and ends every session')
  @Public()
  @LimitByAddress('openLink')
  reset(@Origin() origin: RequestOrigin, @Body() { token, password }: ResetPasswordBody): Promise<void> {
    return this.accounts.resetPassword(token, password, origin);
  }

  @Post('logout', 'Ends this session, or every one of mine')
  logout(@Me() me: Caller, @Body() { everywhere = false }: LogoutBody): Promise<void> {
    return this.accounts.logout(me, everywhere);
  }

  @Post('confirm-password', 'Confirms my password, which deleting my account asks for')
  @LimitByUser('confirm')
  confirmPassword(@Me() me: Caller, @Body() { password }: ConfirmPasswordBody): Promise<void> {
    return this.accounts.confirmPassword(me, password);
  }

  @Post('change-password', 'Sets a new password with the current one, and ends my other sessions')
  @LimitByUser('confirm')
  changePassword(@Me() me: Caller, @Body() { current, password }: ChangePasswordBody): Promise<void> {
    return this.accounts.changePassword(me, current, password);
  }

  @Get('sessions', 'Where I am signed in, this session first')
  async sessionsOfMine(@Me() me: Caller): Promise<{ sessions: SessionSummary[] }> {
    return { sessions: await this.sessions.of(me) };
  }

  @Delete('sessions/:id', 'Ends one of my sessions')
  endSession(@Me() { userId }: Caller, @Param('id', SESSION_ID) sessionId: string): Promise<void> {
    return this.accounts.logout({ userId, sessionId }, false);
  }

  private async answer({ userId, token }: SignedIn): Promise<SignedInAnswer> {
    return { token, user: await this.golfers.own(userId) };
  }
}
