import type { CompetitionAnswer, CompetitionsAnswer } from '@fairmark/contract';
import { Body, Controller, Delete, Get, Injectable, Param, Post, Put, Query, type PipeTransform } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { validate as isUuid } from 'uuid';
import { ProjectionGate } from '../positions/projection-gate.js';
import { commandOf } from '../match/commands/command-identity.js';
import type { Answered } from '../match/commands/match.commands.js';
import { Me, type Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import {
  CreateCompetition,
  DeleteCompetition,
  LeaveCompetition,
  SetCompetitionPlayers,
} from './competition.commands.js';
import { CompetitionQuery, CompetitionsQuery, CreateCompetitionDto, SetPlayersDto } from './competition.dto.js';
import { CompetitionReader } from './competition.reader.js';

/** The competition id of a path. Anything else than a UUID is a competition that is not there. */
@Injectable()
class CompetitionIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw new Refusal('COMPETITION_NOT_FOUND');
    return value.toLowerCase();
  }
}

/** The competition calls. */
@ApiTags('competitions')
@ApiBearerAuth()
@Controller('api/competitions')
export class CompetitionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: CompetitionReader,
    private readonly gate: ProjectionGate,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Create an eclectic; I play only if I am one of the players' })
  create(@Me() me: Caller, @Body() body: CreateCompetitionDto) {
    return this.commands.execute(new CreateCompetition(commandOf(me.userId, 'POST /api/competitions', body), body));
  }

  @Get()
  @ApiOperation({ summary: 'Competitions that I host or play in, the latest first, with their first players' })
  async competitions(@Me() me: Caller, @Query() query: CompetitionsQuery): Promise<Answered<CompetitionsAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, ...(await this.reader.of(me.userId, query)) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'A competition of mine with its table; opening it shows my holes to the others' })
  async competition(
    @Me() me: Caller,
    @Param('id', CompetitionIdPipe) competitionId: string,
    @Query() query: CompetitionQuery,
  ): Promise<Answered<CompetitionAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, ...(await this.reader.one(competitionId, me.userId, query.sort)) };
  }

  @Put(':id')
  @ApiOperation({ summary: 'Who plays from now on (host)' })
  setPlayers(
    @Me() me: Caller,
    @Param('id', CompetitionIdPipe) competitionId: string,
    @Body() { players }: SetPlayersDto,
  ) {
    const input = { competitionId, players };
    return this.commands.execute(
      new SetCompetitionPlayers(commandOf(me.userId, 'PUT /api/competitions', input), input),
    );
  }

  @Delete(':id/players/me')
  @ApiOperation({ summary: 'Leave a competition as its player, for good' })
  leave(@Me() me: Caller, @Param('id', CompetitionIdPipe) competitionId: string) {
    const input = { competitionId };
    return this.commands.execute(
      new LeaveCompetition(commandOf(me.userId, 'DELETE /api/competitions/players/me', input), input),
    );
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Delete a competition (host)' })
  remove(@Me() me: Caller, @Param('id', CompetitionIdPipe) competitionId: string) {
    const input = { competitionId };
    return this.commands.execute(new DeleteCompetition(commandOf(me.userId, 'DELETE /api/competitions', input), input));
  }
}
