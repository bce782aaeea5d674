import { LIMITS, type Course } from '@fairmark/contract';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../http/caller.js';
import { IdField, TextField } from '../http/fields.js';
import { LimitByAddress } from '../limits/rate-limits.js';
import { CourseCatalogue } from './course.catalogue.js';
import { presentCourse } from './course.presenter.js';

class CourseSearch {
  @TextField({ max: LIMITS.searchTextMax, optional: true, description: 'Part of the name of a club or course' })
  query?: string;
}

class CourseId {
  @IdField()
  id!: string;
}

/** Courses are public: a golfer looks for one before signing up. */
@ApiTags('courses')
@Controller('api/courses')
@Public()
export class CoursesController {
  constructor(private readonly catalogue: CourseCatalogue) {}

  @Get()
  @LimitByAddress('courseSearch')
  @ApiOperation({ summary: `Courses by any part of a name, at most ${LIMITS.courseSearchResults}` })
  async search(@Query() { query = '' }: CourseSearch): Promise<{ courses: Course[] }> {
    return { courses: (await this.catalogue.search(query)).map(presentCourse) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One course with its tees, ratings and holes' })
  async course(@Param() { id }: CourseId): Promise<{ course: Course }> {
    return { course: presentCourse(await this.catalogue.byId(id)) };
  }
}
