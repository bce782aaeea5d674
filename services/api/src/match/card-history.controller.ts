import type { CardHistoryAnswer } from '@fairmark/contract';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller } from '../http/caller.js';
import { CardHistoryReader } from './card-history.reader.js';
import type { Answered } from './commands/match.commands.js';
import { ViewQuery } from './commands/match.dto.js';
import { MatchIdPipe } from './commands/match-id.pipe.js';

/** What was ever written on a card of a match. */
@ApiTags('match')
@ApiBearerAuth()
@Controller('api/match')
export class CardHistoryController {
  constructor(private readonly history: CardHistoryReader) {}

  @Get(':id/history')
  @ApiOperation({ summary: 'Every entry and signature that a card of the match ever had' })
  card(
    @Me() me: Caller,
    @Param('id', MatchIdPipe) matchId: string,
    @Query() { userId }: ViewQuery,
  ): Promise<Answered<CardHistoryAnswer>> {
    return this.history.card(matchId, me.userId, userId);
  }
}
