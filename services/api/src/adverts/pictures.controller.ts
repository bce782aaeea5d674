import { PICTURE_HEADERS } from '@fairmark/server/pictures/safe-picture';
import { Inject, Param, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Get, Public, Routes } from '../http/routes.js';
import { TextField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { PG_POOL } from '../platform/tokens.js';

class PictureId {
  @TextField({ max: 64, description: 'The end of a picture’s address' }) id!: string;
}

/** Shared caches must not store golfers' pictures. */
const GOLFER_HEADERS = { ...PICTURE_HEADERS, 'cache-control': 'private, max-age=31536000, immutable' };

const WEBP = { description: 'Success', content: { 'image/webp': {} } };

/** Serves pictures (WebP), immutable. The address is the permission, because an <img> cannot send a token. */
@Routes('api', 'pictures')
@Public()
export class PicturesController {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  @Get('courses/pictures/:id', 'A course’s picture in one of its sizes')
  @ApiOkResponse(WEBP)
  ofCourse(@Param() { id }: PictureId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.answer(reply, PICTURE_HEADERS, 'select webp from app.course_pictures where id = $1', id);
  }

  @Get('adverts/pictures/:id', 'An advert’s picture in one of its sizes')
  @ApiOkResponse(WEBP)
  ofAdvert(@Param() { id }: PictureId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    return this.answer(reply, PICTURE_HEADERS, 'select webp from app.advert_pictures where id = $1', id);
  }

  @Get('user/avatars/:id', 'A golfer’s picture')
  @ApiOkResponse(WEBP)
  ofGolfer(@Param() { id }: PictureId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const sql = `select avatar.webp from app.avatars avatar join app.users golfer on golfer.id = avatar.user_id
                  where avatar.id = $1 and golfer.deletion_requested_at is null`;
    return this.answer(reply, GOLFER_HEADERS, sql, id);
  }

  private async answer(reply: FastifyReply, headers: object, sql: string, id: string): Promise<Buffer> {
    const { rows } = await this.pool.query<{ webp: Buffer }>(sql, [id]);
    const [picture] = rows;
    if (picture === undefined) throw new Refusal('NOT_FOUND');
    void reply.headers({ ...headers });
    return picture.webp;
  }
}
