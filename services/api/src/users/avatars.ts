import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Where pictures are, an id behind it. Whoever has the address may see the picture: an <img> can't send a token. */
const ADDRESS = '/api/user/avatars/';
const ID_BYTES = 32;

/** Golfers' pictures. */
@Injectable()
export class Avatars {
  constructor(private readonly database: DataSource) {}

  /** Keeps a golfer's picture in place of the one before, within the caller's transaction; gives back its address. */
  async keep(manager: EntityManager, userId: string, webp: Buffer): Promise<string> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    await manager.query(
      `insert into app.avatars (id, user_id, webp) values ($1, $2, $3)
         on conflict (user_id) do update set id = excluded.id, webp = excluded.webp, created_at = now()`,
      [id, userId, webp],
    );
    return ADDRESS + id;
  }

  /** The bytes of a picture; null when there is none, or its golfer has left. */
  async byId(id: string): Promise<Buffer | null> {
    const rows: { webp: Buffer }[] = await this.database.query(
      `select avatar.webp from app.avatars avatar join app.users golfer on golfer.id = avatar.user_id
         where avatar.id = $1 and golfer.deletion_requested_at is null`,
      [id],
    );
    return rows[0]?.webp ?? null;
  }
}
