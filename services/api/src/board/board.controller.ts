import { createHash } from 'node:crypto';
import { LIMITS, MESSAGES, type BoardAnswer, type BoardRow, type BoardStanding, type Format } from '@fairmark/contract';
import { courseDay } from '@fairmark/events';
import { rankRows, RoundsReader, scoredCard, type RankedRound, type RankedRow } from '@fairmark/read-models';
import { cardTotals, FORMAT_NAMES, FORMATS } from '@fairmark/scoring';
import { Inject, Param, Query } from '@nestjs/common';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { COURSE_ID } from '../courses/courses.controller.js';
import { Get, OpenToBoards, Routes } from '../http/routes.js';
import { LimitByAddress } from '../limits/rate-limits.js';
import type { Answered } from '../commands/command-identity.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { PositionQuery } from '../positions/position.query.js';
import { ProjectionGate } from '../positions/projection-gate.js';

/** The board on the wall of a clubhouse: for signed-in golfers, and by a link of the course's committee. */
@Routes('api/courses', 'clubhouse')
export class BoardController {
  constructor(
    private readonly gate: ProjectionGate,
    private readonly rounds: RoundsReader,
    private readonly courses: CourseCatalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/board', "A course's verified rounds of today by each format played, as a board on a wall shows them")
  @OpenToBoards()
  @LimitByAddress('board')
  async board(@Param('id', COURSE_ID) id: string, @Query() query: PositionQuery): Promise<Answered<BoardAnswer>> {
    const { name, clubName, courseName, timeZone } = await this.courses.byId(id);
    const now = this.clock().toISOString();
    const day = courseDay({ timeZone }, now);
    return this.gate.read(query, async () => {
      const rows = await this.rounds.verifiedOn(id, day, 'stableford');
      return {
        course: { id, name, clubName, courseName, timeZone },
        day,
        now,
        cards: rows.length,
        standings: formatsOf(rows).map((format) => presentStanding(format, rows)),
      };
    });
  }
}

/** The formats that a day's cards were played in, the most played first. */
function formatsOf(rows: readonly Pick<RankedRow, 'match_type'>[]): Format[] {
  const played = (format: Format): number => rows.filter(({ match_type }) => match_type === format).length;
  return FORMAT_NAMES.filter((format) => played(format) > 0).sort((one, other) => played(other) - played(one));
}

/** Ranks the day's cards of one format as the leaderboard does. @param rows in the order of their start */
function presentStanding(format: Format, rows: readonly RankedRow[]): BoardStanding {
  const ranked = rankRows(rows, FORMATS[format].sort).slice(0, LIMITS.boardRowsMax);
  return { format, rows: ranked.map((row) => presentRow(format, row)) };
}

function presentRow(format: Format, { round, rankLabel, decidedBy }: RankedRound<RankedRow>): BoardRow {
  const totals = cardTotals(scoredCard(round));
  const { sort } = FORMATS[format];
  return {
    key: keyOf(round),
    rankLabel,
    countback: decidedBy === null ? null : { decidedBy },
    fullName: round.player_name ?? MESSAGES.deletedPlayer,
    dailyHandicap: round.daily_handicap,
    result: totals[sort],
    noScore: sort === 'nett' && totals.includesNoScore,
  };
}

/** A key that identifies a card without revealing the id of a golfer or a match. */
function keyOf({ match_id, user_id }: RankedRow): string {
  return createHash('sha256').update(`${match_id} ${user_id}`).digest('base64url').slice(0, 16);
}
