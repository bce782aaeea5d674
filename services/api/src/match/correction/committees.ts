import { rolesOf } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { Refusal } from '../../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../../platform/tokens.js';
import { mayRead } from '@fairmark/events';
import { MatchStreams } from '../streams/match-streams.js';

/** Who is of the committee of a match's course. */
@Injectable()
export class Committees {
  constructor(
    private readonly streams: MatchStreams,
    @Inject(PG_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Looked up every time: a role that was taken away is gone at once.
   *
   * @throws Refusal MATCH_NOT_FOUND to those who do not see the match either, NOT_COMMITTEE
   */
  async mustJudge(matchId: string, userId: string): Promise<void> {
    const fold = await this.streams.latest(matchId);
    if (fold === null) throw new Refusal('MATCH_NOT_FOUND');
    const { state } = fold;
    const roles = await rolesOf(this.pool, userId);
    if (roles.some(({ role, course }) => role === 'COMMITTEE' && course?.id === state.course.courseId)) return;
    throw new Refusal(mayRead(state, userId, this.clock().toISOString()) ? 'NOT_COMMITTEE' : 'MATCH_NOT_FOUND');
  }
}
