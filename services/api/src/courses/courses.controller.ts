import { LIMITS, type Course } from '@fairmark/contract';
import { HANDICAP_ALLOWANCE } from '@fairmark/scoring';
import type { CourseRow } from '@fairmark/server/database/entities';
import { Param, Query } from '@nestjs/common';
import { Get, IdPipe, Public, Routes } from '../http/routes.js';
import { TextField } from '../http/fields.js';
import { LimitByAddress } from '../limits/rate-limits.js';
import { CourseCatalogue } from './course.catalogue.js';

class CourseSearch {
  @TextField({ max: LIMITS.searchTextMax, optional: true, description: 'Part of the name of a club or course' })
  query?: string;
}

/** The id in the path of a course. */
export const COURSE_ID = new IdPipe('COURSE_NOT_FOUND');

/** Courses are public: a golfer looks for one before signing up. */
@Routes('api/courses', 'courses')
@Public()
export class CoursesController {
  constructor(private readonly catalogue: CourseCatalogue) {}

  @Get('', `Courses by any part of a name, at most ${LIMITS.courseSearchResults}`)
  @LimitByAddress('courseSearch')
  async search(@Query() { query = '' }: CourseSearch): Promise<{ courses: Course[] }> {
    return { courses: (await this.catalogue.search(query)).map(presentCourse) };
  }

  @Get(':id', 'One course with its tees, ratings and holes')
  async course(@Param('id', COURSE_ID) id: string): Promise<{ course: Course }> {
    return { course: presentCourse(await this.catalogue.byId(id)) };
  }
}

function presentCourse({ holes, ...course }: CourseRow): Course {
  return {
    ...course,
    holes: LIMITS.holes,
    holesList: holes.map((hole) => ({ ...hole, ladies_standard: hole.ladiesStandard })),
    handicapModifier: HANDICAP_ALLOWANCE,
  };
}
