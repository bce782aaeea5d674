import type { CourseAdvertsAnswer } from '@fairmark/contract';
import { Inject, Param } from '@nestjs/common';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { COURSE_ID } from '../courses/courses.controller.js';
import { Get, OpenToBoards, Routes } from '../http/routes.js';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { ADVERT_SOURCE, presentAdverts, type AdvertSource } from './advert.js';

/** Adverts are shown only to signed-in golfers and on boards, so requests need a token and count by golfer or link. */
@Routes('api/courses', 'adverts')
export class AdvertsController {
  constructor(
    private readonly catalogue: CourseCatalogue,
    @Inject(ADVERT_SOURCE) private readonly source: AdvertSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get(':id/adverts', 'A course’s adverts that are active now, and what shows where none has the slot')
  @OpenToBoards()
  async adverts(@Param('id', COURSE_ID) id: string): Promise<Omit<CourseAdvertsAnswer, 'status'>> {
    const course = await this.catalogue.byId(id);
    return presentAdverts(id, await this.source.ofCourse(course), this.clock());
  }
}
