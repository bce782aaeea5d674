import type { SecondFactorMadeAnswer } from '@fairmark/contract';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller } from '../http/caller.js';
import { TextField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { LimitByUser } from '../limits/rate-limits.js';
import type { Answered } from '../match/commands/command-identity.js';
import { SecondFactors } from './second-factors.js';
import { Staff } from '../staff/staff.js';

class CodeBody {
  @TextField({ min: 6, max: 6, pattern: /^\d*$/, message: 'Must be 6 digits', description: 'Of the authenticator' })
  code!: string;
}

/** How a golfer with a role sets an authenticator up, and proves in a session that it is at hand. */
@ApiTags('ops')
@ApiBearerAuth()
@Controller('api/ops/second-factor')
export class SecondFactorController {
  constructor(
    private readonly staff: Staff,
    private readonly factors: SecondFactors,
  ) {}

  @Post()
  @HttpCode(200)
  @LimitByUser('secondFactor')
  @ApiOperation({ summary: 'Make the secret of an authenticator, with a password confirmed a moment ago (any role)' })
  async enrol(@Me() me: Caller): Promise<Answered<SecondFactorMadeAnswer>> {
    await this.mustHaveRole(me);
    return this.factors.enrol(me);
  }

  @Post('proof')
  @HttpCode(200)
  @LimitByUser('secondFactor')
  @ApiOperation({ summary: 'Prove in this session that the authenticator is at hand, by a code of it (any role)' })
  async prove(@Me() me: Caller, @Body() { code }: CodeBody): Promise<void> {
    await this.mustHaveRole(me);
    await this.factors.prove(me, code);
  }

  /** @throws Refusal FORBIDDEN */
  private async mustHaveRole(me: Caller): Promise<void> {
    const { roles } = await this.staff.of(me);
    if (roles.length === 0) throw new Refusal('FORBIDDEN');
  }
}
