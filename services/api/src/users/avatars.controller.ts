import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/auth.guard.js';
import { TextField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { Avatars } from './avatars.js';

class AvatarId {
  @TextField({ max: 64, description: 'The end of the address that a golfer’s `avatar` is' })
  id!: string;
}

/** An address never shows another picture; shared caches keep nothing of golfers. */
const HEADERS = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/webp',
};

@ApiTags('user')
@Controller('api/user/avatars')
@Public()
export class AvatarsController {
  constructor(private readonly avatars: Avatars) {}

  @Get(':id')
  @ApiOperation({ summary: 'A golfer’s picture; its address is the permission to see it' })
  @ApiProduces('image/webp')
  async picture(@Param() { id }: AvatarId, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const webp = await this.avatars.byId(id);
    if (webp === null) throw new Refusal('NOT_FOUND');
    void reply.headers(HEADERS);
    return webp;
  }
}
