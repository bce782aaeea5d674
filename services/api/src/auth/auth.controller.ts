import type { OwnUser, SessionSummary } from '@fairmark/contract';
import { Body, Controller, Delete, Get, HttpCode, Ip, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller, Public } from '../http/caller.js';
import { Origin, type RequestOrigin } from '../http/request-origin.js';
import { IdPipe } from '../http/id.pipe.js';
import { addressKey, LimitByAddress, LimitByUser } from '../limits/rate-limits.js';
import { Sessions } from '../sessions/sessions.js';
import { Golfers } from '../users/golfers.js';
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

@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly accounts: Accounts,
    private readonly golfers: Golfers,
    private readonly throttle: SignInThrottle,
    private readonly sessions: Sessions,
  ) {}

  @Post('register')
  @Public()
  @LimitByAddress('register')
  @ApiOperation({ summary: 'Creates an account and sends the mail that verifies its email' })
  async register(@Origin() origin: RequestOrigin, @Body() body: RegisterBody): Promise<SignedInAnswer> {
    return this.answer(await this.accounts.register(body, origin));
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  @ApiOperation({ summary: 'Opens a session of 30 days' })
  async login(
    @Origin() origin: RequestOrigin,
    @Body() { email, password }: LoginBody,
    @Ip() ip: string,
  ): Promise<SignedInAnswer> {
    const from = { address: addressKey(ip), deviceId: origin.deviceId };
    return this.answer(await this.throttle.attempt(email, from, () => this.accounts.login(email, password, origin)));
  }

  @Get('user')
  @ApiOperation({ summary: 'Me' })
  async user(@Me() me: Caller): Promise<{ user: OwnUser }> {
    return { user: await this.golfers.own(me.userId) };
  }

  @Get('verify-email')
  @Public()
  @LimitByAddress('openLink')
  @ApiOperation({ summary: 'Verifies the email that the link was sent to' })
  verifyEmail(@Origin() origin: RequestOrigin, @Query() { token }: VerifyEmailQuery): Promise<void> {
    return this.accounts.verifyEmail(token, origin);
  }

  @Post('resend-verification-email')
  @HttpCode(200)
  @Public()
  @LimitByAddress('askForMail')
  @ApiOperation({ summary: 'Sends another mail that verifies the email' })
  resend(@Body() { email }: EmailBody): Promise<void> {
    return this.accounts.resendVerification(email);
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Public()
  @LimitByAddress('askForMail')
  @ApiOperation({ summary: 'Sends a mail with a link that sets a new password' })
  forgot(@Body() { email }: EmailBody): Promise<void> {
    return this.accounts.forgotPassword(email);
  }

  @Post('reset-password')
  @HttpCode(200)
  @Public()
  @LimitByAddress('openLink')
  @ApiOperation({ summary: 'Sets a new password and ends every session' })
  reset(@Origin() origin: RequestOrigin, @Body() { token, password }: ResetPasswordBody): Promise<void> {
    return this.accounts.resetPassword(token, password, origin);
  }

  @Post('logout')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends this session, or every one of mine' })
  logout(@Me() me: Caller, @Body() { everywhere = false }: LogoutBody): Promise<void> {
    return this.accounts.logout(me, everywhere);
  }

  @Post('confirm-password')
  @HttpCode(200)
  @LimitByUser('confirm')
  @ApiOperation({ summary: 'Confirms my password, which deleting my account asks for' })
  confirmPassword(@Me() me: Caller, @Body() { password }: ConfirmPasswordBody): Promise<void> {
    return this.accounts.confirmPassword(me, password);
  }

  @Post('change-password')
  @HttpCode(200)
  @LimitByUser('confirm')
  @ApiOperation({ summary: 'Sets a new password with the current one, and ends my other sessions' })
  changePassword(@Me() me: Caller, @Body() { current, password }: ChangePasswordBody): Promise<void> {
    return this.accounts.changePassword(me, current, password);
  }

  @Get('sessions')
  @ApiOperation({ summary: 'Where I am signed in, this session first' })
  async sessionsOfMine(@Me() me: Caller): Promise<{ sessions: SessionSummary[] }> {
    return { sessions: await this.sessions.of(me) };
  }

  @Delete('sessions/:id')
  @ApiOperation({ summary: 'Ends one of my sessions' })
  endSession(@Me() { userId }: Caller, @Param('id', SESSION_ID) sessionId: string): Promise<void> {
    return this.accounts.logout({ userId, sessionId }, false);
  }

  private async answer({ userId, token }: SignedIn): Promise<SignedInAnswer> {
    return { token, user: await this.golfers.own(userId) };
  }
}
