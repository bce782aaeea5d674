import { CourseRow, type StoredAdvertImage } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { execute } from 'graphql';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { isActive, type Advert } from '../table/advert.js';
import { PICTURE_ADDRESS } from '../table/adverts.presenter.js';
import { TableAdverts } from '../table/table-adverts.js';
import type { ContentOperation } from './content.operations.js';
import { CONTENT_SCHEMA } from './content.schema.js';

/** Our own content service: the adverts of our tables, whatever CONTENT_URL says. */
@Injectable()
export class ContentService {
  constructor(
    private readonly database: DataSource,
    private readonly tables: TableAdverts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The data of an operation. Variables are those that it allows. Throws what the database throws. */
  async execute({ document, name }: ContentOperation, variables: Record<string, unknown>): Promise<unknown> {
    const { data, errors } = await execute({
      schema: CONTENT_SCHEMA,
      document,
      operationName: name,
      variableValues: variables,
      rootValue: {
        course: ({ courseId }: { courseId: string }) => this.course(courseId),
        adverts: ({ course }: { course: string }) => this.adverts(course),
        defaultAdvert: ({ course }: { course: string }) => this.defaultAdvert(course),
      },
    });
    const [error] = errors ?? [];
    if (error !== undefined) throw error.originalError ?? error;
    return data;
  }

  private course(golflinkCourseId: string): Promise<{ id: string; name: string } | null> {
    const select = { id: true, name: true } as const;
    return this.database.getRepository(CourseRow).findOne({ where: { golflinkCourseId }, select });
  }

  private async adverts(id: string): Promise<unknown[]> {
    const { adverts } = await this.tables.ofCourse({ id });
    const now = this.clock();
    return adverts.filter((advert) => isActive(advert, now)).map(wireAdvert);
  }

  private async defaultAdvert(id: string): Promise<unknown> {
    const { defaultAdvert } = await this.tables.ofCourse({ id });
    return defaultAdvert === null ? null : { text: defaultAdvert.text, image: wireImage(defaultAdvert.image) };
  }
}

function wireAdvert({ startsAt, endsAt, image, ...advert }: Advert) {
  return { ...advert, start: startsAt?.toISOString(), end: endsAt?.toISOString(), image: wireImage(image) };
}

/** The largest size: the caller makes smaller ones of it. */
function wireImage(image: StoredAdvertImage | null): { url: string; alt: string } | null {
  const largest = image?.sizes.at(-1);
  return image === null || largest === undefined ? null : { url: PICTURE_ADDRESS + largest.id, alt: image.alt };
}
