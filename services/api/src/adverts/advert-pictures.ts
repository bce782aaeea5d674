import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DrawnSize } from './advert-picture.js';

/** Pictures of a content service that are kept, in all sizes, the latest ones: some 15 KB each. */
const FETCHED_MAX = 6_000;

/** The pictures of adverts, in every size. */
@Injectable()
export class AdvertPictures {
  constructor(private readonly database: DataSource) {}

  /** The bytes of a picture, or null. */
  async byId(id: string): Promise<Buffer | null> {
    const rows: { webp: Buffer }[] = await this.database.query('select webp from app.advert_pictures where id = $1', [
      id,
    ]);
    return rows[0]?.webp ?? null;
  }

  /** Keeps what a content service's picture was drawn into, so that every api process can show it. */
  async keepFetched(sizes: readonly DrawnSize[]): Promise<void> {
    await this.database.query(
      `insert into app.advert_pictures (id, webp, fetched_at)
         select id, webp, now() from unnest($1::text[], $2::bytea[]) as drawn (id, webp) order by id
         on conflict (id) do update set fetched_at = now() where advert_pictures.fetched_at is not null`,
      [sizes.map(({ id }) => id), sizes.map(({ webp }) => webp)],
    );
    await this.database.query(
      `delete from app.advert_pictures where id in
         (select id from app.advert_pictures where fetched_at is not null order by fetched_at desc offset $1)`,
      [FETCHED_MAX],
    );
  }
}
