import { MESSAGES, PRACTICE_FORMAT } from '@fairmark/contract';
import type { Config } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { CourseCatalogue } from '../../courses/course.catalogue.js';
import { courseCard } from '@fairmark/server/courses/course-card';
import { invalidInput } from '../../http/refusal.js';
import { CONFIG } from '../../platform/tokens.js';
import type { MatchCommandOf } from '@fairmark/events';
import type { CreateMatch } from '../commands/match.commands.js';
import { ScoringProfiles } from './scoring-profiles.js';

/** Looks up what a new match records for good: the host's gender and the course's card. */
@Injectable()
export class NewMatch {
  constructor(
    private readonly profiles: ScoringProfiles,
    private readonly courses: CourseCatalogue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Refusal COURSE_NOT_FOUND, INVALID_INPUT, UNAUTHORIZED */
  async command(
    { actorId, matchId }: { actorId: string; matchId: string },
    { course: courseId, tee, playType, matchType }: CreateMatch,
  ): Promise<MatchCommandOf<'CreateMatch'>> {
    const format = matchType ?? (playType === 'SOCIAL' ? PRACTICE_FORMAT : null);
    if (format === null) throw invalidInput({ matchType: MESSAGES.required });
    const { gender } = await this.profiles.self(actorId);
    const row = await this.courses.byId(courseId);
    if (!row.tees.some((offered) => offered.tee === tee)) throw invalidInput({ tee: MESSAGES.teeNotOffered });
    const course = courseCard(row, tee);
    const { maxGroupSize } = this.config;
    return { type: 'CreateMatch', matchId, actorId, gender, playType, matchType: format, tee, course, maxGroupSize };
  }
}
