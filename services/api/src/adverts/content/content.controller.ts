import { CourseRow, type StoredAdvertImage } from '@fairmark/server/database/entities';
import { Body, Inject } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Post, Public, Routes } from '../../http/routes.js';
import { TextField } from '../../http/fields.js';
import { invalidInput } from '../../http/refusal.js';
import { LimitByAddress } from '../../limits/rate-limits.js';
import { CLOCK, type Clock } from '../../platform/tokens.js';
import { isActive, PICTURE_ADDRESS, TableAdverts, type Advert } from '../advert.js';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from './content.documents.js';

class ContentRequest {
  @TextField({ min: 1, max: 2_000, description: 'One of the two documents of docs/adverts.md' })
  query!: string;

  @TextField({ max: 40, optional: true, nullable: true, description: 'The name in the document, if any' })
  operationName?: string | null;

  @ApiProperty({ type: Object, description: '`courseId` (the club’s number) or `id`' })
  @IsObject()
  variables!: Record<string, unknown>;
}

const COURSE_VARIABLES = z.strictObject({ courseId: z.string().regex(/^[\w-]{1,20}$/) });
const ADVERTS_VARIABLES = z.strictObject({ id: z.uuid() });

/** A GraphQL answer: just `data`, without the `status` of our other answers. */
class ContentAnswer {
  constructor(readonly data: unknown) {}
}

/**
 * Our own content service, with the adverts of our tables even if CONTENT_URL is set: GraphQL over POST, for servers;
 * golfers' phones never call it. Public, since every banner shows the same data. It executes two operations and refuses
 * every other document unparsed.
 */
@Routes('api/content/graphql', 'content')
@Public()
export class ContentController {
  constructor(
    private readonly database: DataSource,
    private readonly tables: TableAdverts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post('', 'GraphQL: a course by its club’s number, or a course’s active adverts; no other document')
  @LimitByAddress('content')
  async answer(@Body() request: ContentRequest): Promise<ContentAnswer> {
    switch (tokensOf(request.query)) {
      case tokensOf(COURSE_DOCUMENT):
        return new ContentAnswer(await this.course(argsOf(request, 'Course', COURSE_VARIABLES)));
      case tokensOf(ADVERTS_DOCUMENT):
        return new ContentAnswer(await this.adverts(argsOf(request, 'CourseAdverts', ADVERTS_VARIABLES)));
      default:
        throw invalidInput({ query: 'is not one of the accepted documents' });
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

/** A document without GraphQL's insignificant comments, whitespace and commas. Ours have no strings to hold those. */
function tokensOf(document: string): string {
  return (document.replaceAll(/#[^\n\r]*/g, '').match(/\w+|[^\t\n\r ,\uFEFF]/g) ?? []).join(' ');
}

function argsOf<Variables>({ operationName, variables }: ContentRequest, name: string, shape: z.ZodType<Variables>) {
  if ((operationName ?? name) !== name) throw invalidInput({ operationName: 'is not the name of this document' });
  const read = shape.safeParse(variables);
  if (!read.success) throw invalidInput({ variables: 'are not those of this document' });
  return read.data;
}

function wireAdvert({ sponsorName, text, slot, weekendSlot, startsAt, endsAt, image }: Advert) {
  const [start, end] = [startsAt, endsAt].map((moment) => moment?.toISOString() ?? null);
  return { sponsorName, text, slot, weekendSlot, start, end, image: wireImage(image) };
}

/** The largest size, from which the caller makes smaller ones. */
function wireImage(image: StoredAdvertImage | null): { url: string; alt: string } | null {
  const largest = image?.sizes.at(-1);
  return image === null || largest === undefined ? null : { url: PICTURE_ADDRESS + largest.id, alt: image.alt };
}
