import {
  LIMITS,
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type HistoryAnswer,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { Inject, Query } from '@nestjs/common';
import { Me, type Caller } from '../http/caller.js';
import { Get, Routes } from '../http/routes.js';
import type { Answered } from '../commands/command-identity.js';
import { DailyResultsQuery, EclecticRoundQuery, HistoryQuery, PageQuery } from './clubhouse.dto.js';
import { GolferMatches } from '../match/lobby/golfer-matches.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import {
  holesOwed,
  pageOf,
  presentEclectic,
  presentHistoryRow,
  presentLeaderboardRow,
  presentUnverified,
} from './clubhouse.presenter.js';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { rankRows, RoundsReader, type UnverifiedRow } from '@fairmark/read-models';

interface DayOfCourse extends Pick<DailyResultsAnswer, 'dayBefore' | 'format' | 'sort'> {
  ranked: ReturnType<typeof rankRows>;
}

/** What golfers look at after a round, read from the projector's tables. */
@Routes('api/mothership', 'clubhouse')
export class ClubhouseController {
  @Inject(CLOCK) private readonly clock!: Clock;
  /** Leaderboards that are being read, by what was asked for and the position of the tables. */
  private readonly reading = new Map<string, Promise<DayOfCourse>>();

  constructor(
    private readonly gate: ProjectionGate,
    private readonly rounds: RoundsReader,
    private readonly courses: CourseCatalogue,
    private readonly matches: GolferMatches,
  ) {}

  @Get('daily-results', "A course's verified rounds of a day, ranked")
  async dailyResults(@Query() query: DailyResultsQuery): Promise<Answered<DailyResultsAnswer>> {
    const today = await this.courses.today(query.course);
    const day = query.day ?? today;
    return this.gate.read(query, async () => {
      const end = query.offset + query.limit + 1;
      const { ranked, ...about } = await this.read(query, day, end);
      const { rows, nextOffset } = pageOf(ranked.slice(query.offset, end), query);
      return { nextOffset, day, ...about, rounds: rows.map(presentLeaderboardRow) };
    });
  }

  /** What a leaderboard shows. After each card all who watch ask at once: those at the same position share one read. */
  private read({ course, sort: asked }: DailyResultsQuery, day: string, end: number): Promise<DayOfCourse> {
    const key = [course, day, asked, end, this.gate.position].join(' ');
    const read = async (): Promise<DayOfCourse> => {
      const { dayBefore, format } = await this.rounds.aboutDay(course, day);
      const most = format ?? 'STABLEFORD';
      const sort = asked ?? FORMATS[most].sort;
      const ranked = rankRows(await this.rounds.verifiedOn(course, day, sort, end), sort);
      return { ranked, dayBefore, format: most, sort };
    };
    const shared = this.reading.get(key) ?? read().finally(() => this.reading.delete(key));
    this.reading.set(key, shared);
    return shared;
  }

  @Get('history', 'My completed and withdrawn rounds, unsigned ones included')
  history(@Me() me: Caller, @Query() query: HistoryQuery): Promise<Answered<HistoryAnswer>> {
    return this.gate.read(query, async () => {
      const found = await this.rounds.historyOf(me.userId, query.course ?? null, query.sort, query);
      const { rows, nextOffset } = pageOf(found, query);
      return { nextOffset, rounds: rows.map(presentHistoryRow) };
    });
  }

  @Get(
    'unverified-rounds',
    'My cards that are not verified, cards to sign as marker, and older rounds in which I owe holes',
  )
  unverifiedRounds(@Me() { userId }: Caller, @Query() query: PageQuery): Promise<Answered<UnverifiedRoundsAnswer>> {
    return this.gate.read(query, async () => {
      const startedBefore = new Date(this.clock().getTime() - LIMITS.currentRoundMs);
      const { rows, nextOffset } = pageOf(await this.rounds.unverifiedOf(userId, startedBefore, query), query);
      // The tables only count holes; the match itself knows which is next.
      const owes = (row: UnverifiedRow): boolean => holesOwed('mine', row, userId) > 0;
      const owing = rows.filter(owes).map((row) => row.match_id);
      const next = await this.matches.nextHoles(userId, owing);
      // In a group of three a card can be signed although another one of the match lacks holes.
      const nextOf = (row: UnverifiedRow) => (owes(row) ? (next.get(row.match_id) ?? null) : null);
      return { nextOffset, rounds: rows.map((row) => presentUnverified(row, userId, nextOf(row))) };
    });
  }

  @Get('eclectic-round', 'My best score on each hole over all verified rounds on a course')
  eclecticRound(@Me() me: Caller, @Query() query: EclecticRoundQuery): Promise<Answered<EclecticRoundAnswer>> {
    return this.gate.read(query, async () => ({
      eclecticRound: presentEclectic(await this.rounds.verifiedOf(me.userId, query.course)),
    }));
  }
}
