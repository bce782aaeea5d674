import { isCommitteeOf } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../http/caller.js';
import { Refusal } from '../../http/refusal.js';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { mayRead } from '@fairmark/events';
import { Staff } from '../../staff/staff.js';
import { MatchStreams } from '../streams/match-streams.js';

/** Who is of the committee of a match's course. */
@Injectable()
export class Committees {
  constructor(
    private readonly streams: MatchStreams,
    private readonly staff: Staff,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Refusal MATCH_NOT_FOUND to those who do not see the match either, NOT_COMMITTEE, SECOND_FACTOR_REQUIRED */
  async mustJudge(matchId: string, me: Caller): Promise<void> {
    const fold = await this.streams.latest(matchId);
    if (fold === null) throw new Refusal('MATCH_NOT_FOUND');
    const { state } = fold;
    const otherwise = mayRead(state, me.userId, this.clock().toISOString()) ? 'NOT_COMMITTEE' : 'MATCH_NOT_FOUND';
    await this.staff.mustHave(me, (roles) => isCommitteeOf(roles, state.course.courseId), otherwise);
  }
}
