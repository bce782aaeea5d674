import { randomBytes } from 'node:crypto';
import { inTransaction } from '@fairmark/server';
import { pictureKind, safePicture, tookTooLong } from '@fairmark/server/pictures/safe-picture';
import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../http/refusal.js';
import { Semaphore } from '../limits/semaphore.js';
import { PG_POOL } from '../platform/tokens.js';
import type { SettingsBody } from './users.requests.js';

/** URL prefix of golfers' pictures; the id that follows cannot be guessed. */
const URL_PREFIX = '/api/user/avatars/';
const ID_BYTES = 32;
/** Side of a stored picture, in pixels. */
const SIDE = 256;
const MAX_RUNNING = 2;
const MAX_WAITING = 50;

const OTHER_KIND = 'Must be a JPEG, PNG or WebP picture';
const UNREADABLE = 'This picture cannot be read';

/** Changes to a golfer's own profile. */
@Injectable()
export class Profiles {
  private readonly resizing = new Semaphore(MAX_RUNNING, MAX_WAITING);

  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /**
   * Changes the given fields, all or nothing.
   * @throws Refusal INVALID_INPUT if it is no picture, UNAVAILABLE if too many wait, UNAUTHORIZED without an account
   */
  async change(userId: string, settings: SettingsBody): Promise<void> {
    const { fullName = null, golflinkNumber = null, handicap = null, avatar: picture } = settings;
    if (picture !== undefined && pictureKind(picture) === null) throw refused(OTHER_KIND);
    const webp = picture && (await this.resizing.run(() => squareWebp(picture)));
    const avatarId = webp && randomBytes(ID_BYTES).toString('base64url');
    await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        `update app.users set full_name = coalesce($2, full_name), golflink_number = coalesce($3, golflink_number),
                handicap = coalesce($4, handicap), avatar = coalesce($5, avatar)
          where id = $1`,
        [userId, fullName, golflinkNumber, handicap, avatarId === undefined ? null : URL_PREFIX + avatarId],
      );
      if (rowCount === 0) throw new Refusal('UNAUTHORIZED');
      if (webp === undefined) return;
      await client.query(
        `insert into app.avatars (id, user_id, webp) values ($1, $2, $3)
           on conflict (user_id) do update set id = excluded.id, webp = excluded.webp, created_at = now()`,
        [avatarId, userId, webp],
      );
    });
  }
}

/** An upright square WebP, re-encoded to drop the file's metadata, such as where the photo was taken. */
async function squareWebp(bytes: Buffer): Promise<Buffer> {
  try {
    return await safePicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp().toBuffer();
  } catch (cause) {
    if (tookTooLong(cause)) throw new ServiceUnavailableException('a picture took too long', { cause });
    throw refused(UNREADABLE);
  }
}

function refused(text: string): Refusal {
  return new Refusal('INVALID_INPUT', { avatar: text }, text);
}
