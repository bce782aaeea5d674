import {
  TABLE_IN_COLUMNS,
  type CompetitionAnswer,
  type CompetitionsAnswer,
  type CompetitionTableAnswer,
} from '@fairmark/contract';
import { Body, Headers, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ProjectionGate } from '../positions/projection-gate.js';
import { From, type Answered, type Sender } from '../commands/command-identity.js';
import { Me, type Caller } from '../http/caller.js';
import { Delete, Get, IdPipe, Post, Put, Routes } from '../http/routes.js';
import { LimitByUser } from '../limits/rate-limits.js';
import {
  CompetitionQuery,
  CompetitionsQuery,
  CreateCompetition,
  DeleteCompetition,
  LeaveCompetition,
  SetCompetitionPlayers,
} from './competition.commands.js';
import { CompetitionReader } from './competition.reader.js';

const COMPETITION_ID = new IdPipe('COMPETITION_NOT_FOUND');

@Routes('api/competitions', 'competitions')
export class CompetitionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: CompetitionReader,
    private readonly gate: ProjectionGate,
  ) {}

  @Post('', 'Create an eclectic; I play only if I am one of the players', { status: 201 })
  create(@From() sender: Sender, @Body() command: CreateCompetition) {
    return this.commands.execute(command.from(sender));
  }

  @Get('', 'Competitions that I host or play in, the latest first, with their first players')
  @LimitByUser('competitions')
  competitions(@Me() me: Caller, @Query() query: CompetitionsQuery): Promise<Answered<CompetitionsAnswer>> {
    return this.gate.read(query, () => this.reader.of(me.userId, query));
  }

  @Get(':id', 'A competition of mine with its table; opening it shows my holes to the others', {
    description: `\`CompetitionTableAnswer\` to a call that accepts \`${TABLE_IN_COLUMNS}\`, otherwise \`CompetitionAnswer\`.`,
  })
  competition(
    @From() sender: Sender,
    @Param('id', COMPETITION_ID) competitionId: string,
    @Query() { sort, ...token }: CompetitionQuery,
    @Headers('accept') accepted = '',
  ): Promise<Answered<CompetitionTableAnswer | CompetitionAnswer>> {
    const inColumns = accepted.includes(TABLE_IN_COLUMNS);
    return this.gate.read(token, () => this.reader.one(competitionId, sender, { sort, inColumns }));
  }

  @Put(':id', 'Set the players (host)')
  setPlayers(
    @From() sender: Sender,
    @Param('id', COMPETITION_ID) competitionId: string,
    @Body() command: SetCompetitionPlayers,
  ) {
    return this.commands.execute(Object.assign(command, { competitionId }).from(sender));
  }

  @Delete(':id/players/me', 'Leave a competition as its player, for good')
  leave(@From() sender: Sender, @Param('id', COMPETITION_ID) competitionId: string) {
    return this.commands.execute(new LeaveCompetition(competitionId).from(sender));
  }

  @Delete(':id', 'Delete a competition (host)')
  remove(@From() sender: Sender, @Param('id', COMPETITION_ID) competitionId: string) {
    return this.commands.execute(new DeleteCompetition(competitionId).from(sender));
  }
}
