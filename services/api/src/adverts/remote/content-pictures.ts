import type { StoredAdvertImage } from '@fairmark/server';
import { drawAdvertPicture, type DrawnSize } from '@fairmark/server/adverts/advert-picture';
import { PICTURE_BYTES_MAX } from '@fairmark/server/pictures/safe-picture';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Semaphore } from '../../limits/semaphore.js';
import type { Logger } from '../../platform/tokens.js';
import { boundedFetch } from './bounded-fetch.js';
import type { ContentImage } from './content-client.js';

const TIMEOUT_MS = 3_000;
/** A picture is looked at again after an hour; one that could not be had, after five minutes. */
const FRESH_MS = 3_600_000;
const RETRY_MS = 300_000;
/** Three sizes of each are kept. */
const PICTURES_MAX = 2_000;
/** Pictures of a content service that are kept, in all sizes, the latest ones: some 15 KB each. */
const FETCHED_MAX = 6_000;
/** Pictures of all courses: one is fetched and drawn at a time. */
const AT_ONCE = 1;
const WAITING_MAX = 200;

type Sizes = StoredAdvertImage['sizes'];

export interface ContentPicturesOptions {
  /** Of the content service: its own pictures may be fetched. */
  address: URL;
  /** Other origins whose pictures may be fetched. */
  origins: readonly string[];
  /** Keeps what a picture was drawn into, so that every api process can show it. */
  keep: (drawn: readonly DrawnSize[]) => Promise<void>;
  clock: () => Date;
  logger: Logger;
  ending: AbortSignal;
}

/**
 * Pictures of a content service, fetched by this process and shown from our own address: a golfer's browser never meets
 * another server. Asked are the service's own origin and those that the operator named, no other.
 */
export class ContentPictures {
  /** By address; no sizes: it could not be had. */
  private readonly known = new LRUCache<string, Sizes, { course: string }>({
    max: PICTURES_MAX,
    ttl: FRESH_MS,
    perf: { now: () => this.options.clock().getTime() },
    allowStale: true,
    noDeleteOnStaleGet: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (href, before, { options, context }) => {
      const sizes = await this.semaphore.run(() => this.draw(new URL(href), context));
      // The one that was had before goes on.
      const shown = sizes ?? before ?? [];
      if (shown.length === 0) options.ttl = RETRY_MS;
      return shown;
    },
  });
  private readonly semaphore = new Semaphore(AT_ONCE, WAITING_MAX);

  constructor(private readonly options: ContentPicturesOptions) {}

  /** A picture as far as it is known at this moment; null: without one. */
  knownImage(image: ContentImage | null): StoredAdvertImage | null {
    const url = image && this.addressOf(image);
    const sizes = (url && this.known.get(url.href)) ?? [];
    return image && sizes.length > 0 ? { alt: image.alt, sizes } : null;
  }

  /** Fetches a picture that is not known or no longer fresh. Never throws: an advert without its picture is one too. */
  async obtain(image: ContentImage, about: { course: string }): Promise<void> {
    const url = this.addressOf(image);
    if (this.options.ending.aborted) return;
    if (url === null) {
      this.options.logger.warn({ ...about }, 'the content service names a picture of an origin that is not allowed');
      return;
    }
    try {
      await this.known.fetch(url.href, { context: about });
    } catch (err) {
      this.options.logger.warn({ err, ...about }, 'too many pictures of the content service are waiting');
    }
  }

  /** Null: it could not be had, which is logged. */
  private async draw(url: URL, about: { course: string }): Promise<Sizes | null> {
    const { ending, keep, logger } = this.options;
    try {
      const bounds = { timeoutMs: TIMEOUT_MS, bytesMax: PICTURE_BYTES_MAX, signal: ending };
      const drawn = await drawAdvertPicture(await boundedFetch(url, { headers: { accept: 'image/*' } }, bounds));
      await keep(drawn);
      return drawn.map(({ id, width }) => ({ id, width }));
    } catch (err) {
      if (ending.aborted) return null;
      const picture = url.origin + url.pathname;
      logger.warn({ err, picture, ...about }, 'a picture of the content service could not be had');
      return null;
    }
  }

  /** Where a picture is, if it may be fetched from there. */
  private addressOf(image: ContentImage): URL | null {
    const { address, origins } = this.options;
    if (!URL.canParse(image.url, address.href)) return null;
    const url = new URL(image.url, address);
    if (url.username !== '' || url.password !== '') return null;
    return url.origin === address.origin || origins.includes(url.origin) ? url : null;
  }
}

/** Keeps a picture in its sizes beside the latest ones; the oldest go. */
export async function keepFetched(pool: Pool, drawn: readonly DrawnSize[]): Promise<void> {
  await pool.query(
    `insert into app.advert_pictures (id, webp, fetched_at, imported)
       select id, webp, now(), false from unnest($1::text[], $2::bytea[]) as drawn (id, webp) order by id
       on conflict (id) do update set fetched_at = now()`,
    [drawn.map(({ id }) => id), drawn.map(({ webp }) => webp)],
  );
  // What an import brought too stays for its adverts.
  await pool.query(
    `with oldest as
       (select id from app.advert_pictures where fetched_at is not null order by fetched_at desc offset $1),
     kept as
       (update app.advert_pictures set fetched_at = null where imported and id in (select id from oldest))
     delete from app.advert_pictures where not imported and id in (select id from oldest)`,
    [FETCHED_MAX],
  );
}
