import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { Public } from '../../http/caller.js';
import { TextField } from '../../http/fields.js';
import { LimitByAddress } from '../../limits/rate-limits.js';
import { type ContentCall, ContentService } from './content.service.js';

const DOCUMENT_MAX = 2_000;
const NAME_MAX = 40;

class ContentRequest implements ContentCall {
  @TextField({ min: 1, max: DOCUMENT_MAX, description: 'One of the two documents of docs/adverts.md' })
  query!: string;

  @TextField({ max: NAME_MAX, optional: true, nullable: true, description: 'The name in the document, if any' })
  operationName?: string | null;

  @ApiProperty({ type: Object, description: '`courseId` (the club’s number) or `id`' })
  @IsObject()
  variables!: Record<string, unknown>;
}

/** An answer as GraphQL has it: `data` alone, without the `status` of our other answers. */
class ContentAnswer {
  constructor(readonly data: unknown) {}
}

/**
 * The content service: GraphQL over POST, for servers; golfers' phones never call it. Public, since what it gives is what
 * every banner shows. It carries out two operations and refuses everything else before it is looked at.
 */
@ApiTags('content')
@Controller('api/content/graphql')
@Public()
export class ContentController {
  constructor(private readonly service: ContentService) {}

  @Post()
  @HttpCode(200)
  @LimitByAddress('content')
  @ApiOperation({ summary: 'GraphQL: a course by its club’s number, or a course’s active adverts; no other document' })
  async answer(@Body() request: ContentRequest): Promise<ContentAnswer> {
    return new ContentAnswer(await this.service.answer(request));
  }
}
