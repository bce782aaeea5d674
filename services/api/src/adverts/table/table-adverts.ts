import { AdvertRow, DefaultAdvertRow } from '@fairmark/server';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AdvertCourse, AdvertSource, CourseAdverts } from './advert.js';

/** Adverts from our own tables, as clubs import them. */
@Injectable()
export class TableAdverts implements AdvertSource {
  constructor(private readonly database: DataSource) {}

  async ofCourse({ id }: Pick<AdvertCourse, 'id'>): Promise<CourseAdverts> {
    const [adverts, defaultAdvert] = await Promise.all([
      // The import bounds how many a course has.
      this.database.getRepository(AdvertRow).find({ where: { courseId: id }, order: { place: 'ASC' } }),
      this.database.getRepository(DefaultAdvertRow).findOneBy({ courseId: id }),
    ]);
    return { adverts, defaultAdvert };
  }
}
