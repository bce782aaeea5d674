import { LIMITS, type Course } from '@fairmark/contract';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/auth.guard.js';
import { IdField, TextField } from '../http/fields.js';
import { LimitByAddress } from '../limits/rate-limits.js';
import { Refusal } from '../http/refusal.js';
import { PICTURE_HEADERS } from '@fairmark/server/pictures/safe-picture';
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

class PictureId {
  @TextField({ max: 64, description: 'The end of an address in a course’s `image`' })
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
    const course = await this.catalogue.byId(id);
    if (course === null) throw new Refusal('COURSE_NOT_FOUND');
    return { course: presentCourse(course) };
  }

  @Get('pictures/:id')
  @ApiOperation({ summary: 'A course’s picture in one of its sizes' })
  @ApiProduces('image/webp')
  async picture(@Param() { id }: PictureId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const webp = await this.catalogue.picture(id);
    if (webp === null) throw new Refusal('NOT_FOUND');
    void reply.headers(PICTURE_HEADERS);
    return webp;
  }
}
