import type { CourseAdvertsAnswer } from '@fairmark/contract';
import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { Public } from '../http/auth.guard.js';
import { IdField, TextField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { PICTURE_HEADERS } from '@fairmark/server/pictures/safe-picture';
import { CLOCK, type Clock } from '../platform/tokens.js';
import { ADVERT_SOURCE, type AdvertSource } from './table/advert.js';
import { AdvertPictures } from './table/advert-pictures.js';
import { presentAdverts } from './table/adverts.presenter.js';

class CourseId {
  @IdField()
  id!: string;
}

class PictureId {
  @TextField({ max: 64, description: 'The end of an address in an advert’s `image`' })
  id!: string;
}

/** Adverts show on pages of signed-in golfers alone, so that they are asked for with a token, and counted by golfer. */
@ApiTags('adverts')
@Controller('api')
export class AdvertsController {
  constructor(
    private readonly catalogue: CourseCatalogue,
    private readonly pictures: AdvertPictures,
    @Inject(ADVERT_SOURCE) private readonly source: AdvertSource,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get('courses/:id/adverts')
  @ApiOperation({ summary: 'A course’s adverts that are active now, and what shows where none has the slot' })
  async adverts(@Param() { id }: CourseId): Promise<Omit<CourseAdvertsAnswer, 'status'>> {
    const course = await this.catalogue.byId(id);
    if (course === null) throw new Refusal('COURSE_NOT_FOUND');
    return presentAdverts(id, await this.source.ofCourse(course), this.clock());
  }

  @Get('adverts/pictures/:id')
  @Public()
  @ApiOperation({ summary: 'An advert’s picture: an <img> can send no token' })
  @ApiProduces('image/webp')
  async picture(@Param() { id }: PictureId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const webp = await this.pictures.byId(id);
    if (webp === null) throw new Refusal('NOT_FOUND');
    void reply.headers(PICTURE_HEADERS);
    return webp;
  }
}
