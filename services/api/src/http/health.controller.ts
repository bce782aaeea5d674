import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from './caller.js';
import { Readiness } from '../platform/readiness.js';
import { Refusal } from './refusal.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Public()
  @ApiOperation({ summary: 'The process answers' })
  live(): void {}

  @Get('ready')
  @Public()
  @ApiOperation({ summary: 'This process takes requests; `away` lists unreachable parts that some need' })
  async ready(): Promise<{ away: string[] }> {
    if (this.readiness.draining) throw new Refusal('UNAVAILABLE');
    return { away: [...(await this.readiness.away())].filter(([, isAway]) => isAway).map(([part]) => part) };
  }
}
