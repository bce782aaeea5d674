import type {
  DailyResultsAnswer,
  EclecticRoundAnswer,
  HistoryAnswer,
  Ok,
  UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type Caller } from '../http/caller.js';
import { DailyResultsQuery, EclecticRoundQuery, HistoryQuery, UnverifiedRoundsQuery } from './clubhouse.dto.js';
import { presentEclectic, presentHistoryRow, presentLeaderboardRow, rankRows } from './clubhouse.presenter.js';
import { CourseDays } from './course-days.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { pageOf } from './page-of.js';
import { RoundsReader } from '@fairmark/read-models';
import { UnverifiedRounds } from './unverified-rounds.js';

/** The interceptor adds the status. */
type Body<Answer extends Ok> = Omit<Answer, 'status'>;

/** What golfers look at after a round: the tables that the projector keeps. */
@ApiTags('clubhouse')
@ApiBearerAuth()
@Controller('api/mothership')
export class ClubhouseController {
  constructor(
    private readonly gate: ProjectionGate,
    private readonly rounds: RoundsReader,
    private readonly days: CourseDays,
    private readonly unverified: UnverifiedRounds,
  ) {}

  @Get('daily-results')
  @ApiOperation({ summary: "A course's verified rounds of a day, ranked" })
  async dailyResults(@Query() query: DailyResultsQuery): Promise<Body<DailyResultsAnswer>> {
    const today = await this.days.today(query.course);
    const day = query.day ?? today;
    const freshness = await this.gate.wait(query);
    const ranked = rankRows(await this.rounds.verifiedOn(query.course, day, query.sort), query.sort);
    const { rows, nextOffset } = pageOf(ranked.slice(query.offset, query.offset + query.limit + 1), query);
    return { ...freshness, nextOffset, day, rounds: rows.map(presentLeaderboardRow) };
  }

  @Get('history')
  @ApiOperation({ summary: 'My completed and withdrawn rounds, unsigned ones included' })
  async history(@Me() me: Caller, @Query() query: HistoryQuery): Promise<Body<HistoryAnswer>> {
    const freshness = await this.gate.wait(query);
    const found = await this.rounds.historyOf(me.userId, query.course ?? null, query.sort, query);
    const { rows, nextOffset } = pageOf(found, query);
    return { ...freshness, nextOffset, rounds: rows.map(presentHistoryRow) };
  }

  @Get('unverified-rounds')
  @ApiOperation({
    summary: 'My cards that are not verified, cards to sign as marker, and older rounds in which I owe holes',
  })
  async unverifiedRounds(
    @Me() me: Caller,
    @Query() query: UnverifiedRoundsQuery,
  ): Promise<Body<UnverifiedRoundsAnswer>> {
    const freshness = await this.gate.wait(query);
    return { ...freshness, ...(await this.unverified.of(me.userId, query)) };
  }

  @Get('eclectic-round')
  @ApiOperation({ summary: 'My best score on each hole over all verified rounds on a course' })
  async eclecticRound(@Me() me: Caller, @Query() query: EclecticRoundQuery): Promise<Body<EclecticRoundAnswer>> {
    const freshness = await this.gate.wait(query);
    const rounds = await this.rounds.verifiedOf(me.userId, query.course);
    return { ...freshness, eclecticRound: presentEclectic(rounds) };
  }
}
