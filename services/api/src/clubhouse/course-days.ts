import { courseDay } from '@fairmark/events';
import { Inject, Injectable } from '@nestjs/common';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { Refusal } from '../platform/refusal.js';
import { CLOCK, type Clock } from '../platform/tokens.js';

/** Which day it is on a course (decisions C24). */
@Injectable()
export class CourseDays {
  constructor(
    private readonly courses: CourseCatalogue,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Today's date on the course's own calendar.
   *
   * @throws Refusal COURSE_NOT_FOUND
   */
  async today(courseId: string): Promise<string> {
    const course = await this.courses.byId(courseId);
    if (course === null) throw new Refusal('COURSE_NOT_FOUND');
    return courseDay(course, this.clock().toISOString());
  }
}
