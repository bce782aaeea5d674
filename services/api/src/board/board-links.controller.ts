import { LIMITS, type BoardLinkMadeAnswer, type BoardLinksAnswer } from '@fairmark/contract';
import { isCommitteeOf } from '@fairmark/server';
import { Body, Param, Query } from '@nestjs/common';
import { Me, type Caller } from '../http/caller.js';
import { Delete, Get, IdPipe, Post, Routes } from '../http/routes.js';
import { IdField, ONE_LINE, TextField, Trimmed } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { LimitByUser } from '../limits/rate-limits.js';
import type { Answered } from '../commands/command-identity.js';
import { Staff } from '../permissions/staff.js';
import { BoardLinks } from './board-links.js';

class OfCourse {
  @IdField({ description: 'The course' }) course!: string;
}

class NewBoardLink extends OfCourse {
  @Trimmed()
  @TextField({
    min: 1,
    max: LIMITS.boardLinkLabelMax,
    pattern: ONE_LINE,
    description: 'Where the board hangs; names no golfer',
    message: `Must be one line of 1 to ${LIMITS.boardLinkLabelMax} characters`,
  })
  label!: string;
}

/** Lets a course's committee manage the links that show its board without a sign-in. Every call reads the current role. */
@Routes('api/ops/board-links', 'ops')
export class BoardLinksController {
  constructor(
    private readonly links: BoardLinks,
    private readonly staff: Staff,
  ) {}

  @Get('', 'The board links of a course (its committee)')
  async list(@Me() me: Caller, @Query() { course }: OfCourse): Promise<Answered<BoardLinksAnswer>> {
    await this.mustBeCommittee(me, course);
    return { links: await this.links.ofCourse(course) };
  }

  @Post('', 'Make a board link; its token is answered once. Recorded (committee of the course)')
  @LimitByUser('boardLinks')
  async make(@Me() me: Caller, @Body() { course, label }: NewBoardLink): Promise<Answered<BoardLinkMadeAnswer>> {
    await this.mustBeCommittee(me, course);
    return this.links.make(course, label, me.userId);
  }

  @Delete(':id', 'Revoke a board link: its boards are disconnected. Recorded (committee of the course)')
  @LimitByUser('boardLinks')
  async revoke(@Me() me: Caller, @Param('id', new IdPipe('NOT_FOUND')) id: string): Promise<void> {
    const course = (await this.links.coursesOf([id])).get(id);
    if (course === undefined) throw new Refusal('NOT_FOUND');
    await this.mustBeCommittee(me, course);
    await this.links.revoke(id, me.userId);
  }

  /** @throws Refusal NOT_COMMITTEE, SECOND_FACTOR_REQUIRED */
  private async mustBeCommittee(me: Caller, course: string): Promise<void> {
    await this.staff.mustHave(me, (roles) => isCommitteeOf(roles, course), 'NOT_COMMITTEE');
  }
}
