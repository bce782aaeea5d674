import type { BoardAnswer } from '@fairmark/contract';
import { courseDay } from '@fairmark/events';
import { RoundsReader } from '@fairmark/read-models';
import { Controller, Get, Inject, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { presentCourseRef } from '../courses/course.presenter.js';
import { IdField } from '../http/fields.js';
import { LimitByAddress } from '../limits/rate-limits.js';
import type { Answered } from '../match/commands/command-identity.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { PositionQuery } from '../positions/position.query.js';
import { ProjectionGate } from '../positions/projection-gate.js';
import { formatsOf, presentStanding, sortOf } from './board.presenter.js';
import { OpenToBoards } from './open-to-boards.js';

class CourseId {
  @IdField()
  id!: string;
}

/** The board on the wall of a clubhouse: for signed-in golfers, and by a link of the course's committee. */
@ApiTags('clubhouse')
@ApiBearerAuth()
@Controller('api/courses')
export class BoardController {
  constructor(
    private readonly gate: ProjectionGate,
    private readonly rounds: RoundsReader,
    private readonly courses: CourseCatalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/board')
  @OpenToBoards()
  @LimitByAddress('board')
  @ApiOperation({
    summary: "A course's verified rounds of today by each format played, as a board on a wall shows them",
  })
  async board(@Param() { id }: CourseId, @Query() query: PositionQuery): Promise<Answered<BoardAnswer>> {
    const course = await this.courses.byId(id);
    const now = this.clock().toISOString();
    const day = courseDay(course, now);
    return this.gate.read(query, async () => {
      const first = await this.rounds.verifiedOn(id, day, 'stableford');
      const standings = formatsOf(first).map(async (format) => {
        const sort = sortOf(format);
        const rows = sort === 'stableford' ? first : await this.rounds.verifiedOn(id, day, sort);
        return presentStanding(format, rows);
      });
      return {
        course: { ...presentCourseRef(course), timeZone: course.timeZone },
        day,
        now,
        cards: first.length,
        standings: await Promise.all(standings),
      };
    });
  }
}
