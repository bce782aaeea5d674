import type {
  FoundRoundsAnswer,
  OpsRolesAnswer,
  ParkedAnswer,
  ProjectionsAnswer,
  RebuildAnswer,
  RoundStoryAnswer,
} from '@fairmark/contract';
import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Answered } from '../match/commands/command-identity.js';
import { Me, type Caller } from '../http/caller.js';
import { LimitByUser } from '../limits/rate-limits.js';
import { AuditedRounds } from './audited-rounds.js';
import { FoundRoundsQuery } from './ops.dto.js';
import { OpsRights } from './ops.rights.js';
import { Projections } from './projections.js';

/** For auditors, support staff and committees; rights are read from the database with every call. */
@ApiTags('ops')
@ApiBearerAuth()
@Controller('api/ops')
export class OpsController {
  constructor(
    private readonly rights: OpsRights,
    private readonly projections: Projections,
    private readonly rounds: AuditedRounds,
  ) {}

  @Get('me')
  @ApiOperation({ summary: 'My roles beside playing; none for most golfers' })
  async me(@Me() me: Caller): Promise<Answered<OpsRolesAnswer>> {
    return { roles: await this.rights.of(me.userId) };
  }

  @Get('projections')
  @ApiOperation({ summary: 'How every projection is, with its latest rebuild (auditor, support)' })
  async all(@Me() me: Caller): Promise<Answered<ProjectionsAnswer>> {
    return { projections: await this.projections.all(me.userId) };
  }

  @Get('parked')
  @ApiOperation({ summary: 'Events that could not be applied, the first ones (auditor, support)' })
  parked(@Me() me: Caller): Promise<Answered<ParkedAnswer>> {
    return this.projections.parked(me.userId);
  }

  @Post('projections/:name/rebuild')
  @HttpCode(200)
  @LimitByUser('rebuild')
  @ApiOperation({ summary: 'Ask for a rebuild beside the tables in use (support)' })
  async rebuild(@Me() me: Caller, @Param('name') name: string): Promise<Answered<RebuildAnswer>> {
    return { job: await this.projections.rebuild(name, me.userId) };
  }

  @Post('projections/:name/cancel')
  @HttpCode(200)
  @LimitByUser('rebuild')
  @ApiOperation({ summary: 'Cancel the rebuild that waits or runs (support)' })
  async cancel(@Me() me: Caller, @Param('name') name: string): Promise<Answered<RebuildAnswer>> {
    return { job: await this.projections.cancel(name, me.userId) };
  }

  @Get('rounds')
  @LimitByUser('audit')
  @ApiOperation({ summary: "Match rounds of a course's day (auditor, committee of the course); the read is recorded" })
  found(@Me() me: Caller, @Query() { course, day }: FoundRoundsQuery): Promise<Answered<FoundRoundsAnswer>> {
    return this.rounds.ofDay(course, day, me.userId);
  }

  @Get('rounds/:matchId')
  @LimitByUser('audit')
  @ApiOperation({
    summary: 'Everything that happened in a round (auditor, committee of its course); the read is recorded',
  })
  round(@Me() me: Caller, @Param('matchId') matchId: string): Promise<Answered<RoundStoryAnswer>> {
    return this.rounds.story(matchId, me.userId);
  }
}
