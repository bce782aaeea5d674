import { randomBytes } from 'node:crypto';
import { inTransaction } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { PG_POOL } from '../platform/tokens.js';
import { Pictures } from './pictures.js';
import type { SettingsBody } from './users.requests.js';

/** Where golfers' pictures are, an id behind it, which cannot be guessed. */
const ADDRESS = '/api/user/avatars/';
const ID_BYTES = 32;

/** What golfers change of themselves. */
@Injectable()
export class Profiles {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly pictures: Pictures,
  ) {}

  /**
   * Changes what is there, all of it or nothing; null: the picture stays.
   *
   * @throws Refusal INVALID_INPUT for what is no picture, UNAVAILABLE when too many pictures are waiting
   */
  async change(userId: string, settings: SettingsBody, picture: Buffer | null): Promise<void> {
    const webp = picture === null ? null : await this.pictures.squared(picture);
    const { fullName = null, golflinkNumber = null, handicap = null } = settings;
    await inTransaction(this.pool, async (client) => {
      const avatar = webp === null ? null : await keepPicture(client, userId, webp);
      await client.query(
        `update app.users set full_name = coalesce($2, full_name), golflink_number = coalesce($3, golflink_number),
                handicap = coalesce($4, handicap), avatar = coalesce($5, avatar)
          where id = $1`,
        [userId, fullName, golflinkNumber, handicap, avatar],
      );
    });
  }
}

/** Keeps a golfer's picture in place of the one before; answers its address. */
async function keepPicture(client: PoolClient, userId: string, webp: Buffer): Promise<string> {
  const id = randomBytes(ID_BYTES).toString('base64url');
  await client.query(
    `insert into app.avatars (id, user_id, webp) values ($1, $2, $3)
       on conflict (user_id) do update set id = excluded.id, webp = excluded.webp, created_at = now()`,
    [id, userId, webp],
  );
  return ADDRESS + id;
}
