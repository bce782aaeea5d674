import type { OwnUser } from '@fairmark/contract';
import { Body, Controller, Get, HttpCode, Ip, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller, Public } from '../http/caller.js';
import { addressKey, LimitByAddress, RateLimits } from '../limits/rate-limits.js';
import { Refusal } from '../http/refusal.js';
import { Golfers } from '../users/golfers.js';
import { Accounts, type SignedIn } from './accounts.js';
import {
  EmailBody,
  LoginBody,
  LogoutBody,
  RegisterBody,
  ResetPasswordBody,
  VerifyEmailQuery,
} from './auth.requests.js';
import { SignInThrottle } from './sign-in-throttle.js';

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
    private readonly limits: RateLimits,
  ) {}

  @Post('register')
  @Public()
  @LimitByAddress('register')
  @ApiOperation({ summary: 'Makes an account and sends the mail that verifies its email' })
  async register(@Body() body: RegisterBody): Promise<SignedInAnswer> {
    return this.answer(await this.accounts.register(body));
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  @LimitByAddress('signIn')
  @ApiOperation({ summary: 'Opens a session of 30 days' })
  async login(@Body() { email, password }: LoginBody, @Ip() ip: string): Promise<SignedInAnswer> {
    const address = addressKey(ip);
    await this.throttle.attempt(email, address);
    try {
      const signedIn = await this.accounts.login(email, password);
      await this.throttle.succeeded(email, address);
      return await this.answer(signedIn);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'INVALID_CREDENTIALS') await this.throttle.failed(email);
      throw error;
    }
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
  verifyEmail(@Query() { token }: VerifyEmailQuery): Promise<void> {
    return this.accounts.verifyEmail(token);
  }

  @Post('resend-verification-email')
  @HttpCode(200)
  @Public()
  @LimitByAddress('askForMail')
  @ApiOperation({ summary: 'Sends another mail that verifies the email' })
  async resend(@Body() { email }: EmailBody): Promise<void> {
    await this.limits.take('mailsTo', email);
    await this.accounts.resendVerification(email);
  }

  @Post('forgot-password')
  @HttpCode(200)
  @Public()
  @LimitByAddress('askForMail')
  @ApiOperation({ summary: 'Sends a mail with a link that sets a new password' })
  async forgot(@Body() { email }: EmailBody): Promise<void> {
    await this.limits.take('mailsTo', email);
    await this.accounts.forgotPassword(email);
  }

  @Post('reset-password')
  @HttpCode(200)
  @Public()
  @LimitByAddress('openLink')
  @ApiOperation({ summary: 'Sets a new password and ends every session' })
  reset(@Body() { token, password }: ResetPasswordBody): Promise<void> {
    return this.accounts.resetPassword(token, password);
  }

  @Post('logout')
  @HttpCode(200)
  @ApiOperation({ summary: 'Ends this session, or every one of mine' })
  logout(@Me() me: Caller, @Body() { everywhere = false }: LogoutBody): Promise<void> {
    return this.accounts.logout(me.userId, me.sessionId, everywhere);
  }

  private async answer({ userId, token }: SignedIn): Promise<SignedInAnswer> {
    return { token, user: await this.golfers.own(userId) };
  }
}
