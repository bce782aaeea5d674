import type { BackupsAnswer } from '@fairmark/contract';
import { fullDisks, hasRole, readBackups } from '@fairmark/server';
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Pool } from 'pg';
import { Me, type Caller } from '../http/caller.js';
import type { Answered } from '../match/commands/command-identity.js';
import { CLOCK, CONFIG, PG_POOL, type Clock, type Config } from '../platform/tokens.js';
import { Staff } from '../permissions/staff.js';

/** Reports whether the data could be restored, and whether disks have room. */
@ApiTags('ops')
@ApiBearerAuth()
@Controller('api/ops/backups')
export class BackupsController {
  constructor(
    private readonly staff: Staff,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The state of the nightly backups, and the disks that are nearly full (auditor, support)' })
  async backups(@Me() me: Caller): Promise<Answered<BackupsAnswer>> {
    await this.staff.mustHave(me, hasRole('AUDITOR', 'SUPPORT'));
    const backups = await readBackups(this.pool, this.clock());
    return { ...backups, fullDisks: await fullDisks(this.config.diskDirs ?? []) };
  }
}
