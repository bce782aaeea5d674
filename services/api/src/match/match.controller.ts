import type { CurrentMatchAnswer, InvitesAnswer, LastPracticeAnswer } from '@fairmark/contract';
import { Body, Inject, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody } from '@nestjs/swagger';
import { CONFIG, type Config } from '../platform/tokens.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { Me, type Caller } from '../http/caller.js';
import { Delete, Get, IdPipe, Post, Put, Routes } from '../http/routes.js';
import { LimitByUser } from '../limits/rate-limits.js';
import { BodyOrQuery, From, type Answered, type Sender } from '../commands/command-identity.js';
import { GolferMatches } from './lobby/golfer-matches.js';
import {
  AnswerInvite,
  AssignMarker,
  CorrectCard,
  CreateMatch,
  InvitePlayer,
  LeaveLobby,
  LeaveRound,
  RemovePlayer,
  ReopenCard,
  ScoreHole,
  SetSettings,
  SignCards,
  StartMatch,
} from './commands/match.commands.js';
import { PositionQuery } from '../positions/position.query.js';
import { MatchReader, ViewQuery } from './match.reader.js';

const MATCH_ID = new IdPipe('MATCH_NOT_FOUND');
/** Of a `BodyOrQuery`. */
const IN_QUERY_TOO = 'Or the same fields in the query, for proxies that drop the body of a DELETE';

@Routes('api/match', 'match')
export class MatchController {
  @Inject(CONFIG) private readonly config!: Config;

  constructor(
    private readonly commands: CommandBus,
    private readonly reader: MatchReader,
    private readonly mine: GolferMatches,
    private readonly gate: ProjectionGate,
  ) {}

  @Post('create', 'Open a lobby; my other lobby ends, or I leave it', { status: 201 })
  create(@From() sender: Sender, @Body() command: CreateMatch) {
    return this.commands.execute(command.from(sender));
  }

  @Post('invite', 'Invite a golfer (host)')
  invite(@From() sender: Sender, @Body() command: InvitePlayer) {
    return this.commands.execute(command.from(sender));
  }

  @Delete('invite', 'Withdraw an invitation or remove a player (host)')
  @ApiBody({ type: RemovePlayer, description: IN_QUERY_TOO })
  remove(@From() sender: Sender, @BodyOrQuery() command: RemovePlayer) {
    return this.commands.execute(command.from(sender));
  }

  @Put('invite', 'Accept or decline my invitation')
  answerInvite(@From() sender: Sender, @Body() command: AnswerInvite) {
    return this.commands.execute(command.from(sender));
  }

  @Post('ready', 'Save my round handicap, and be ready or not')
  ready(@From() sender: Sender, @Body() command: SetSettings) {
    return this.commands.execute(command.from(sender));
  }

  @Put('marker', 'Choose who keeps a card (host)')
  marker(@From() sender: Sender, @Body() command: AssignMarker) {
    return this.commands.execute(command.from(sender));
  }

  @Post('start', 'Start the round (host)')
  start(@From() sender: Sender, @Body() command: StartMatch) {
    return this.commands.execute(command.from(sender));
  }

  @Post('leave-lobby', 'Leave the lobby; the host ends it')
  leaveLobby(@From() sender: Sender, @Body() command: LeaveLobby) {
    return this.commands.execute(command.from(sender));
  }

  @Delete('round', 'Delete my round: leave the lobby, or withdraw from the started round')
  @ApiBody({ type: LeaveRound, description: IN_QUERY_TOO })
  leaveRound(@From() sender: Sender, @BodyOrQuery() command: LeaveRound) {
    return this.commands.execute(command.from(sender));
  }

  @Post('score', 'Enter, change or clear my score for a hole, on my card or on one that I mark')
  score(@From() sender: Sender, @Body() command: ScoreHole) {
    return this.commands.execute(command.from(sender));
  }

  @Get('current', 'The match to resume')
  current(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<CurrentMatchAnswer>> {
    const { maxGroupSize } = this.config;
    return this.gate.read(query, async () => ({ current: await this.mine.current(me.userId), maxGroupSize }));
  }

  @Get('last-practice', 'My latest practice round, which is in no list')
  lastPractice(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<LastPracticeAnswer>> {
    return this.gate.read(query, async () => ({ practice: await this.mine.lastPractice(me.userId) }));
  }

  @Get('invites', 'Invitations that wait for my answer')
  invites(@Me() me: Caller, @Query() query: PositionQuery): Promise<Answered<InvitesAnswer>> {
    return this.gate.read(query, async () => ({ invites: await this.mine.pendingInvites(me.userId) }));
  }

  @Get(':id', 'A match of mine, from its events')
  match(@Me() me: Caller, @Param('id', MATCH_ID) matchId: string, @Query() query: ViewQuery) {
    return this.reader.match(matchId, me.userId, query.userId);
  }

  @Get(':id/history', 'Every entry and signature that a card of the match ever had')
  @LimitByUser('command')
  history(@Me() me: Caller, @Param('id', MATCH_ID) matchId: string, @Query() { userId }: ViewQuery) {
    return this.reader.history(matchId, me.userId, userId);
  }

  @Post(':matchId/verify', 'Verify and sign: my card, the cards I mark, or both with one partner')
  sign(@From() sender: Sender, @Param('matchId', MATCH_ID) matchId: string, @Body() command: SignCards) {
    return this.commands.execute(Object.assign(command, { matchId }).from(sender));
  }

  @Delete(':matchId/verify', 'Reopen a card: its signatures are void')
  @ApiBody({ type: ReopenCard, description: IN_QUERY_TOO })
  reopen(@From() sender: Sender, @Param('matchId', MATCH_ID) matchId: string, @BodyOrQuery() command: ReopenCard) {
    return this.commands.execute(Object.assign(command, { matchId }).from(sender));
  }

  @Post(':matchId/corrections', 'Correct holes of a verified card (committee of the course)')
  correct(
    @Me() { sessionId }: Caller,
    @From() sender: Sender,
    @Param('matchId', MATCH_ID) matchId: string,
    @Body() command: CorrectCard,
  ) {
    return this.commands.execute(Object.assign(Object.assign(command, { matchId }).from(sender), { sessionId }));
  }
}
