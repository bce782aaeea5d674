import type { StoredAdvertImage } from '@fairmark/server';
import { drawAdvertPicture, type DrawnSize } from '@fairmark/server/adverts/advert-picture';
import { PICTURE_BYTES_MAX } from '@fairmark/server/pictures/safe-picture';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Semaphore } from '../../limits/semaphore.js';
import type { Logger } from '../../platform/tokens.js';
import { boundedFetch, type ContentImage } from './content-client.js';

const TIMEOUT_MS = 3_000;
/** A picture is fetched again after an hour; one that could not be fetched, after five minutes. */
const FRESH_MS = 3_600_000;
const RETRY_MS = 300_000;
/** Each has three sizes. */
const PICTURES_MAX = 2_000;
/** Stored pictures of a content service, counting every size; the oldest are deleted first. Some 15 KB each. */
const FETCHED_MAX = 6_000;
/** Begins their ids, so that none is an imported picture too. */
const FETCHED = 'c-';
/** Pictures of all courses are fetched and resized one at a time. */
const MAX_RUNNING = 1;
const MAX_WAITING = 200;

type Sizes = StoredAdvertImage['sizes'];

export interface ContentPicturesOptions {
  /** The content service's address, whose own pictures may be fetched. */
  address: URL;
  /** Other origins whose pictures may be fetched. */
  origins: readonly string[];
  /** Stores a picture's sizes, so that every api process can serve them. */
  keep: (drawn: readonly DrawnSize[]) => Promise<void>;
  clock: () => Date;
  logger: Logger;
  shutdown: AbortSignal;
}

/**
 * Fetches a content service's pictures and serves them from our own address, so that golfers' browsers contact no other
 * server. Only the service's own origin and those named by the operator are contacted.
 */
export class ContentPictures {
  /** By URL; no sizes if it could not be fetched. */
  private readonly cache = new LRUCache<string, Sizes, { course: string }>({
    max: PICTURES_MAX,
    ttl: FRESH_MS,
    perf: { now: () => this.options.clock().getTime() },
    allowStale: true,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    fetchMethod: async (href, previous = [], { options, context }) => {
      try {
        return await this.semaphore.run(() => this.draw(href));
      } catch (err) {
        const { origin, pathname } = new URL(href);
        this.warn(
          { err, picture: origin + pathname, ...context },
          'a picture of the content service could not be fetched',
        );
        options.ttl = RETRY_MS;
        return previous;
      }
    },
  });
  private readonly semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING);

  constructor(private readonly options: ContentPicturesOptions) {}

  /** The picture if it is cached, otherwise null. */
  cachedImage(image: ContentImage | null): StoredAdvertImage | null {
    const url = image && this.addressOf(image);
    const sizes = (url && this.cache.get(url.href)) ?? [];
    return image && sizes.length > 0 ? { alt: image.alt, sizes } : null;
  }

  /** Fetches a picture that is missing or stale. Never throws, because an advert may do without its picture. */
  async obtain(image: ContentImage, context: { course: string }): Promise<void> {
    const url = this.addressOf(image);
    if (url !== null) await this.cache.fetch(url.href, { context });
    else this.warn(context, 'the content service names a picture of an origin that is not allowed');
  }

  private async draw(href: string): Promise<Sizes> {
    const bounds = { timeoutMs: TIMEOUT_MS, bytesMax: PICTURE_BYTES_MAX, signal: this.options.shutdown };
    const picture = await boundedFetch(new URL(href), { headers: { accept: 'image/*' } }, bounds);
    const drawn = (await drawAdvertPicture(picture)).map((size) => ({ ...size, id: FETCHED + size.id }));
    await this.options.keep(drawn);
    return drawn.map(({ id, width }) => ({ id, width }));
  }

  private warn(about: object, message: string): void {
    if (!this.options.shutdown.aborted) this.options.logger.warn(about, message);
  }

  /** The picture's URL if it may be fetched, otherwise null. */
  private addressOf(image: ContentImage): URL | null {
    const { address, origins } = this.options;
    if (!URL.canParse(image.url, address.href)) return null;
    const url = new URL(image.url, address);
    if (url.username !== '' || url.password !== '') return null;
    return url.origin === address.origin || origins.includes(url.origin) ? url : null;
  }
}

/** Stores a picture's sizes and deletes the oldest pictures beyond the limit. */
export async function keepFetched(pool: Pool, drawn: readonly DrawnSize[]): Promise<void> {
  await pool.query(
    `insert into app.advert_pictures (id, webp, fetched_at, imported)
       select id, webp, now(), false from unnest($1::text[], $2::bytea[]) as drawn (id, webp) order by id
       on conflict (id) do update set fetched_at = now()`,
    [drawn.map(({ id }) => id), drawn.map(({ webp }) => webp)],
  );
  // A row that earlier builds stored may be imported too.
  await pool.query(
    `delete from app.advert_pictures where not imported and id in
       (select id from app.advert_pictures where fetched_at is not null order by fetched_at desc offset $1)`,
    [FETCHED_MAX],
  );
}
