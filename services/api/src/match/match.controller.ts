import type { CurrentMatchAnswer, InvitesAnswer, LastPracticeAnswer } from '@fairmark/contract';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ProjectionGate } from '../positions/projection-gate.js';
import { Me, type Caller } from '../http/caller.js';
import { LimitByUser } from '../limits/rate-limits.js';
import { BodyOrQuery } from './commands/body-or-query.js';
import { commandOf } from './commands/command-identity.js';
import { GolferMatches } from './lobby/golfer-matches.js';
import { MatchIdPipe } from './commands/match-id.pipe.js';
import {
  AnswerInvite,
  AssignMarker,
  CreateMatch,
  InvitePlayer,
  LeaveLobby,
  LeaveRound,
  RemovePlayer,
  ReopenCard,
  SaveSettings,
  ScoreHole,
  SignCards,
  StartMatch,
  type Answered,
} from './commands/match.commands.js';
import {
  AnswerInviteDto,
  CreateMatchDto,
  InviteDto,
  MarkerDto,
  MatchDto,
  PositionQuery,
  ReadyDto,
  RemoveDto,
  ReopenDto,
  ScoreDto,
  SignDto,
  StartDto,
  ViewQuery,
} from './commands/match.dto.js';
import { MatchReader } from './match.reader.js';

/** The match calls. */
@ApiTags('match')
@ApiBearerAuth()
@Controller('api/match')
export class MatchController {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: MatchReader,
    private readonly mine: GolferMatches,
    private readonly gate: ProjectionGate,
  ) {}

  @Post('create')
  @ApiOperation({ summary: 'Open a lobby; my other lobby ends, or I leave it' })
  create(@Me() me: Caller, @Body() body: CreateMatchDto) {
    return this.commands.execute(new CreateMatch(commandOf(me.userId, 'POST /api/match/create', body), body));
  }

  @Post('invite')
  @HttpCode(200)
  @ApiOperation({ summary: 'Invite a golfer (host)' })
  invite(@Me() me: Caller, @Body() body: InviteDto) {
    return this.commands.execute(new InvitePlayer(commandOf(me.userId, 'POST /api/match/invite', body), body));
  }

  @Delete('invite')
  @ApiOperation({ summary: 'Take an invitation back or remove a player (host)' })
  remove(@Me() me: Caller, @BodyOrQuery() body: RemoveDto) {
    return this.commands.execute(new RemovePlayer(commandOf(me.userId, 'DELETE /api/match/invite', body), body));
  }

  @Put('invite')
  @ApiOperation({ summary: 'Accept or decline my invitation' })
  answerInvite(@Me() me: Caller, @Body() body: AnswerInviteDto) {
    return this.commands.execute(new AnswerInvite(commandOf(me.userId, 'PUT /api/match/invite', body), body));
  }

  @Post('ready')
  @HttpCode(200)
  @ApiOperation({ summary: 'Save my round handicap, and be ready or not' })
  ready(@Me() me: Caller, @Body() body: ReadyDto) {
    return this.commands.execute(new SaveSettings(commandOf(me.userId, 'POST /api/match/ready', body), body));
  }

  @Put('marker')
  @HttpCode(200)
  @ApiOperation({ summary: 'Choose who keeps a card (host)' })
  marker(@Me() me: Caller, @Body() body: MarkerDto) {
    return this.commands.execute(new AssignMarker(commandOf(me.userId, 'PUT /api/match/marker', body), body));
  }

  @Post('start')
  @HttpCode(200)
  @ApiOperation({ summary: 'Start the round (host)' })
  start(@Me() me: Caller, @Body() body: StartDto) {
    return this.commands.execute(new StartMatch(commandOf(me.userId, 'POST /api/match/start', body), body));
  }

  @Post('leave-lobby')
  @HttpCode(200)
  @ApiOperation({ summary: 'Leave the lobby; the host ends it' })
  leaveLobby(@Me() me: Caller, @Body() body: MatchDto) {
    return this.commands.execute(new LeaveLobby(commandOf(me.userId, 'POST /api/match/leave-lobby', body), body));
  }

  @Delete('round')
  @ApiOperation({ summary: 'Delete my round: leave the lobby, or withdraw from the started round' })
  leaveRound(@Me() me: Caller, @BodyOrQuery() body: MatchDto) {
    return this.commands.execute(new LeaveRound(commandOf(me.userId, 'DELETE /api/match/round', body), body));
  }

  @Post('score')
  @HttpCode(200)
  @LimitByUser('score')
  @ApiOperation({ summary: 'Enter, change or clear my score for a hole, on my card or on one that I mark' })
  score(@Me() me: Caller, @Body() body: ScoreDto) {
    return this.commands.execute(new ScoreHole(commandOf(me.userId, 'POST /api/match/score', body), body));
  }

  @Get('current')
  @ApiOperation({ summary: 'The match to resume' })
  async current(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<CurrentMatchAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, current: await this.mine.current(me.userId) };
  }

  @Get('last-practice')
  @ApiOperation({ summary: 'My latest practice round, which is in no list' })
  async lastPractice(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<LastPracticeAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, practice: await this.mine.lastPractice(me.userId) };
  }

  @Get('invites')
  @ApiOperation({ summary: 'Invitations that wait for my answer' })
  async invites(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<InvitesAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, invites: await this.mine.pendingInvites(me.userId) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'A match of mine, from its events' })
  match(@Me() me: Caller, @Param('id', MatchIdPipe) matchId: string, @Query() query: ViewQuery) {
    return this.reader.match(matchId, me.userId, query.userId);
  }

  @Post(':matchId/verify')
  @HttpCode(200)
  @ApiOperation({ summary: 'Verify and sign: my card, the cards I mark, or both with one partner' })
  sign(@Me() me: Caller, @Param('matchId', MatchIdPipe) matchId: string, @Body() body: SignDto) {
    const input = Object.assign({ matchId }, body);
    return this.commands.execute(new SignCards(commandOf(me.userId, 'POST /api/match/verify', input), input));
  }

  @Delete(':matchId/verify')
  @ApiOperation({ summary: 'Reopen a card: its signatures are void' })
  reopen(@Me() me: Caller, @Param('matchId', MatchIdPipe) matchId: string, @BodyOrQuery() body: ReopenDto) {
    const input = Object.assign({ matchId }, body);
    return this.commands.execute(new ReopenCard(commandOf(me.userId, 'DELETE /api/match/verify', input), input));
  }
}
