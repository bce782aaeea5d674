import { Get, Public, Routes } from './routes.js';
import { Readiness } from '../platform/readiness.js';
import { Refusal } from './refusal.js';

@Routes('health', 'health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live', 'The process answers')
  @Public()
  live(): void {}

  @Get('ready', 'This process takes requests; `away` lists unreachable parts that some need')
  @Public()
  async ready(): Promise<{ away: string[] }> {
    if (this.readiness.ending.aborted) throw new Refusal('UNAVAILABLE');
    return { away: [...(await this.readiness.away())].filter(([, isAway]) => isAway).map(([part]) => part) };
  }
}
