import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller } from '../../http/caller.js';
import { commandOf } from '../commands/command-identity.js';
import { CorrectionDto } from '../commands/correction.dto.js';
import { CorrectCard } from '../commands/match.commands.js';
import { MatchIdPipe } from '../commands/match-id.pipe.js';

/** What a committee does to a match that it need not have played in. */
@ApiTags('match')
@ApiBearerAuth()
@Controller('api/match')
export class CorrectionController {
  constructor(private readonly commands: CommandBus) {}

  @Post(':matchId/corrections')
  @HttpCode(200)
  @ApiOperation({ summary: 'Correct holes of a verified card (committee of the course)' })
  correct(@Me() me: Caller, @Param('matchId', MatchIdPipe) matchId: string, @Body() body: CorrectionDto) {
    const { userId, reason, note, holes } = body;
    const input = { matchId, userId, reason, note, holes };
    // The log keeps a hash of what was said for ever: without the note, which must be possible to forget.
    const said = { ...input, note: note !== undefined };
    return this.commands.execute(new CorrectCard(commandOf(me.userId, 'POST /api/match/corrections', said), input));
  }
}
