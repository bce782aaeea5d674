import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../platform/auth.guard.js';
import { Readiness } from '../platform/readiness.js';
import { Refusal } from '../platform/refusal.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @ApiOperation({ summary: 'The process answers' })
  live(): object {
    return {};
  }

  @Get('ready')
  @Public()
  @ApiOperation({ summary: 'Everything that requests need is there; 503 names what is missing' })
  async ready(): Promise<object> {
    const missing = await this.readiness.missing();
    if (missing.length > 0) throw new Refusal('UNAVAILABLE', { missing });
    return {};
  }
}
