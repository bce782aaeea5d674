import { CourseRow, type StoredAdvertImage } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { invalidInput } from '../../http/refusal.js';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { isActive, type Advert } from '../table/advert.js';
import { PICTURE_ADDRESS } from '../table/adverts.presenter.js';
import { TableAdverts } from '../table/table-adverts.js';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from './content.documents.js';

/** A GraphQL request as it comes. */
export interface ContentCall {
  query: string;
  operationName?: string | null;
  variables: Record<string, unknown>;
}

const COURSE_VARIABLES = z.strictObject({ courseId: z.string().regex(/^[\w-]{1,20}$/) });
const ADVERTS_VARIABLES = z.strictObject({ id: z.uuid() });

/** Our own content service: the adverts of our tables, whatever CONTENT_URL says. */
@Injectable()
export class ContentService {
  constructor(
    private readonly database: DataSource,
    private readonly tables: TableAdverts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The data of one of the two documents. INVALID_INPUT for any other, and for variables that are not the document's. */
  async answer(call: ContentCall): Promise<object> {
    switch (tokensOf(call.query)) {
      case tokensOf(COURSE_DOCUMENT):
        return this.course(given(call, 'Course', COURSE_VARIABLES));
      case tokensOf(ADVERTS_DOCUMENT):
        return this.adverts(given(call, 'CourseAdverts', ADVERTS_VARIABLES));
      default:
        throw invalidInput({ query: 'is not one of the documents that are taken here' });
    }
  }

  private async course({ courseId }: z.infer<typeof COURSE_VARIABLES>): Promise<object> {
    const course = await this.database.getRepository(CourseRow).findOneBy({ golflinkCourseId: courseId });
    return { course: course && { id: course.id, name: course.name } };
  }

  private async adverts(course: z.infer<typeof ADVERTS_VARIABLES>): Promise<object> {
    const { adverts, defaultAdvert } = await this.tables.ofCourse(course);
    const now = this.clock();
    return {
      adverts: adverts.filter((advert) => isActive(advert, now)).map(wireAdvert),
      defaultAdvert: defaultAdvert && { text: defaultAdvert.text, image: wireImage(defaultAdvert.image) },
    };
  }
}

/** A document without what says nothing in GraphQL: comments, spaces and commas. Ours have no texts, which may hold those. */
function tokensOf(document: string): string {
  return (document.replaceAll(/#[^\n\r]*/g, '').match(/\w+|[^\t\n\r ,\uFEFF]/g) ?? []).join(' ');
}

function given<Variables>({ operationName, variables }: ContentCall, name: string, shape: z.ZodType<Variables>) {
  if ((operationName ?? name) !== name) throw invalidInput({ operationName: 'is not the name of this document' });
  const read = shape.safeParse(variables);
  if (!read.success) throw invalidInput({ variables: 'are not those of this document' });
  return read.data;
}

function wireAdvert({ sponsorName, text, slot, weekendSlot, startsAt, endsAt, image }: Advert) {
  const [start, end] = [startsAt, endsAt].map((moment) => moment?.toISOString() ?? null);
  return { sponsorName, text, slot, weekendSlot, start, end, image: wireImage(image) };
}

/** The largest size: the caller makes smaller ones of it. */
function wireImage(image: StoredAdvertImage | null): { url: string; alt: string } | null {
  const largest = image?.sizes.at(-1);
  return image === null || largest === undefined ? null : { url: PICTURE_ADDRESS + largest.id, alt: image.alt };
}
