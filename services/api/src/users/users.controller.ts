import type { OwnUser, PublicUser } from '@fairmark/contract';
import { Query } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { Sessions } from '../sessions/sessions.js';
import { Me, Origin, Token, type Caller, type RequestOrigin } from '../http/caller.js';
import { Delete, Get, Post, Routes } from '../http/routes.js';
import { FormBody } from '../http/form-body.js';
import { LimitByUser } from '../limits/rate-limits.js';
import { AccountDeletion } from './account-deletion.js';
import { Golfers } from '../golfers/golfers.js';
import { Profiles } from './profiles.js';
import { SearchUsersQuery, SettingsBody } from './users.requests.js';

@Routes('api/user', 'user')
export class UsersController {
  constructor(
    private readonly profiles: Profiles,
    private readonly golfers: Golfers,
    private readonly sessions: Sessions,
    private readonly deletion: AccountDeletion,
  ) {}

  @Post('settings', 'Changes my name, golf number, handicap or picture; answers a token of the same session')
  @LimitByUser('settings')
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({ type: SettingsBody })
  async settings(
    @Me() me: Caller,
    @Token() token: string,
    @FormBody() body: SettingsBody,
  ): Promise<{ user: OwnUser; token: string }> {
    await this.profiles.change(me.userId, body);
    return { user: await this.golfers.own(me.userId), token };
  }

  @Get('search', 'Other golfers by a part of their name')
  @LimitByUser('userSearch')
  async search(@Me() me: Caller, @Query() { query }: SearchUsersQuery): Promise<{ users: PublicUser[] }> {
    return { users: await this.golfers.search(query, me.userId) };
  }

  @Delete('delete', 'Deletes my account, with the password confirmed a moment ago; my rounds stay, without my name')
  async delete(@Me() me: Caller, @Origin() origin: RequestOrigin): Promise<void> {
    await this.sessions.assertConfirmed(me);
    await this.deletion.request(me.userId, origin);
  }
}
