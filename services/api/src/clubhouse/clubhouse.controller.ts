import type {
  DailyResultsAnswer,
  EclecticRoundAnswer,
  HistoryAnswer,
  UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller } from '../http/caller.js';
import type { Answered } from '../match/commands/command-identity.js';
import { DailyResultsQuery, EclecticRoundQuery, HistoryQuery, PageQuery } from './clubhouse.dto.js';
import { pageOf, presentEclectic, presentHistoryRow, presentLeaderboardRow } from './clubhouse.presenter.js';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { rankRows, RoundsReader } from '@fairmark/read-models';
import { UnverifiedRounds } from './unverified-rounds.js';

/** What golfers look at after a round, read from the projector's tables. */
@ApiTags('clubhouse')
@ApiBearerAuth()
@Controller('api/mothership')
export class ClubhouseController {
  constructor(
    private readonly gate: ProjectionGate,
    private readonly rounds: RoundsReader,
    private readonly courses: CourseCatalogue,
    private readonly unverified: UnverifiedRounds,
  ) {}

  @Get('daily-results')
  @ApiOperation({ summary: "A course's verified rounds of a day, ranked" })
  async dailyResults(@Query() query: DailyResultsQuery): Promise<Answered<DailyResultsAnswer>> {
    const today = await this.courses.today(query.course);
    const day = query.day ?? today;
    return this.gate.read(query, async () => {
      const end = query.offset + query.limit + 1;
      const ranked = rankRows(await this.rounds.verifiedOn(query.course, day, query.sort, end), query.sort);
      const { rows, nextOffset } = pageOf(ranked.slice(query.offset, end), query);
      return { nextOffset, day, rounds: rows.map(presentLeaderboardRow) };
    });
  }

  @Get('history')
  @ApiOperation({ summary: 'My completed and withdrawn rounds, unsigned ones included' })
  history(@Me() me: Caller, @Query() query: HistoryQuery): Promise<Answered<HistoryAnswer>> {
    return this.gate.read(query, async () => {
      const found = await this.rounds.historyOf(me.userId, query.course ?? null, query.sort, query);
      const { rows, nextOffset } = pageOf(found, query);
      return { nextOffset, rounds: rows.map(presentHistoryRow) };
    });
  }

  @Get('unverified-rounds')
  @ApiOperation({
    summary: 'My cards that are not verified, cards to sign as marker, and older rounds in which I owe holes',
  })
  unverifiedRounds(@Me() me: Caller, @Query() query: PageQuery): Promise<Answered<UnverifiedRoundsAnswer>> {
    return this.gate.read(query, () => this.unverified.of(me.userId, query));
  }

  @Get('eclectic-round')
  @ApiOperation({ summary: 'My best score on each hole over all verified rounds on a course' })
  eclecticRound(@Me() me: Caller, @Query() query: EclecticRoundQuery): Promise<Answered<EclecticRoundAnswer>> {
    return this.gate.read(query, async () => ({
      eclecticRound: presentEclectic(await this.rounds.verifiedOf(me.userId, query.course)),
    }));
  }
}
