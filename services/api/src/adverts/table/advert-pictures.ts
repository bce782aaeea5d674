import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { DrawnSize } from '@fairmark/server/adverts/advert-picture';
import { PG_POOL } from '../../platform/tokens.js';

/** Pictures of a content service that are kept, in all sizes, the latest ones: some 15 KB each. */
const FETCHED_MAX = 6_000;

@Injectable()
export class AdvertPictures {
  constructor(@Inject(PG_POOL) private readonly pool: Pool) {}

  /** Keeps what a content service's picture was drawn into, so that every api process can show it. */
  async keepFetched(sizes: readonly DrawnSize[]): Promise<void> {
    await this.pool.query(
      `insert into app.advert_pictures (id, webp, fetched_at, imported)
         select id, webp, now(), false from unnest($1::text[], $2::bytea[]) as drawn (id, webp) order by id
         on conflict (id) do update set fetched_at = now()`,
      [sizes.map(({ id }) => id), sizes.map(({ webp }) => webp)],
    );
    // What an import brought too stays for its adverts.
    await this.pool.query(
      `with oldest as
         (select id from app.advert_pictures where fetched_at is not null order by fetched_at desc offset $1),
       kept as
         (update app.advert_pictures set fetched_at = null where imported and id in (select id from oldest))
       delete from app.advert_pictures where not imported and id in (select id from oldest)`,
      [FETCHED_MAX],
    );
  }
}
