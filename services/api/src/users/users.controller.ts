import type { OwnUser, PublicUser } from '@fairmark/contract';
import { UserRow } from '@fairmark/platform';
import { Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Sessions } from '../auth/sessions.js';
import { Me, type Caller } from '../platform/caller.js';
import { FormBody } from '../platform/form-body.js';
import { LimitByUser } from '../platform/rate-limits.js';
import { Refusal } from '../platform/refusal.js';
import { AccountDeletion } from './account-deletion.js';
import { Golfers } from './golfers.js';
import { SearchUsersQuery, SettingsBody } from './users.requests.js';

@ApiTags('user')
@Controller('api/user')
export class UsersController {
  constructor(
    private readonly database: DataSource,
    private readonly golfers: Golfers,
    private readonly sessions: Sessions,
    private readonly deletion: AccountDeletion,
  ) {}

  @Post('settings')
  @HttpCode(200)
  @LimitByUser('settings')
  @ApiOperation({ summary: 'Changes my name, golf number or handicap; answers a token of the same session' })
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: SettingsBody })
  async settings(@Me() me: Caller, @FormBody() body: SettingsBody): Promise<{ user: OwnUser; token: string }> {
    const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length > 0) await this.database.getRepository(UserRow).update({ id: me.userId }, changes);
    const user = await this.golfers.own(me.userId);
    const token = await this.sessions.renewToken(me);
    if (user === null || token === null) throw new Refusal('UNAUTHORIZED');
    return { user, token };
  }

  @Get('search')
  @LimitByUser('userSearch')
  @ApiOperation({ summary: 'Other golfers by a part of their name' })
  async search(@Me() me: Caller, @Query() { query }: SearchUsersQuery): Promise<{ users: PublicUser[] }> {
    return { users: await this.golfers.search(query, me.userId) };
  }

  @Delete('delete')
  @ApiOperation({ summary: 'Deletes my account; my rounds stay, without my name' })
  async delete(@Me() me: Caller): Promise<void> {
    await this.deletion.request(me.userId);
  }
}
