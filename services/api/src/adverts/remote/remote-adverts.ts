import { within } from '@fairmark/event-store';
import type { StoredAdvertImage } from '@fairmark/server/database/entities';
import {
  ADVERT_PICTURE,
  drawClubPicture,
  PICTURE_BYTES_MAX,
  type DrawnPicture,
} from '@fairmark/server/pictures/club-picture';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { Semaphore } from '../../limits/semaphore.js';
import type { Clock, Logger } from '../../platform/tokens.js';
import type { AdvertCourse, AdvertSource, CourseAdverts } from '../advert.js';
import { askContent, boundedFetch, type ContentAdverts, type ContentImage } from './content-client.js';

/** How long a call waits for a course that is not cached: phones ask once an hour. */
const PATIENCE_MS = 800;
const PICTURE_TIMEOUT_MS = 3_000;
/** How many are cached, how many are fetched at once, and for how long a value, or a failure, stands. */
const COURSES = { max: 500, atOnce: 8, freshMs: 60_000, retryMs: 15_000 };
/** One at a time, as each is resized. */
const PICTURES = { max: 2_000, atOnce: 1, freshMs: 3_600_000, retryMs: 300_000 };
/** Stored pictures of a content service, counting every size; the oldest are deleted first. Some 15 KB each. */
const FETCHED_MAX = 6_000;
/** Prefix of their ids, so that none equals an imported picture's. */
const FETCHED = 'c-';

export interface RemoteAdvertsOptions {
  contentUrl: string;
  /** Origins besides the service's own whose pictures may be fetched. */
  imageOrigins: readonly string[];
  /** Stores a picture's sizes, so that every api process can serve them. */
  keep: (drawn: readonly DrawnPicture[]) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/**
 * Adverts from a content service, with its pictures served from our own address, so that golfers' browsers contact no
 * other server. Cached adverts are answered immediately, even if stale. Failures are logged and only cost an advert.
 */
export class RemoteAdverts implements AdvertSource {
  private readonly shutdown = new AbortController();
  private readonly address: URL;
  private readonly courses = this.cache<ContentAdverts, AdvertCourse>(
    COURSES,
    { adverts: [], defaultAdvert: null },
    {
      fetch: (_, course) => this.ask(course),
      failed: (err, _, { id }) => this.warn({ err, course: id }, 'the content service failed'),
    },
  );
  /** Sizes by URL; none if the picture could not be fetched. */
  private readonly pictures = this.cache<StoredAdvertImage['sizes'], { course: string }>(PICTURES, [], {
    fetch: (href) => this.draw(href),
    failed: (err, href, { course }) => {
      const { origin, pathname } = new URL(href);
      this.warn({ err, picture: origin + pathname, course }, 'a picture of the content service could not be fetched');
    },
  });

  constructor(private readonly options: RemoteAdvertsOptions) {
    this.address = new URL(options.contentUrl);
  }

  /** A course's adverts with the pictures available by now. */
  async ofCourse(course: AdvertCourse): Promise<CourseAdverts> {
    const asked = this.courses.fetch(course.id, { context: course });
    const { adverts = [], defaultAdvert = null } = (await within(PATIENCE_MS, asked).catch(() => undefined)) ?? {};
    const withPicture = <Words extends { image: ContentImage | null }>(words: Words) => {
      return { ...words, image: this.cachedImage(words.image) };
    };
    return { adverts: adverts.map(withPicture), defaultAdvert: defaultAdvert && withPicture(defaultAdvert) };
  }

  /** Aborts pending requests and starts no more. */
  beforeApplicationShutdown(): void {
    this.shutdown.abort();
  }

  /** Fetches a key once at a time. Meanwhile and after a failure, the previous value is used. */
  private cache<Value extends object, Context>(
    { max, atOnce, freshMs, retryMs }: typeof COURSES,
    none: Value,
    on: {
      fetch: (key: string, context: Context) => Promise<Value>;
      failed: (err: unknown, key: string, context: Context) => void;
    },
  ): LRUCache<string, Value, Context> {
    const semaphore = new Semaphore(atOnce, max);
    return new LRUCache({
      max,
      ttl: freshMs,
      perf: { now: () => this.options.clock().getTime() },
      allowStale: true,
      noDeleteOnStaleGet: true,
      ignoreFetchAbort: true,
      fetchMethod: async (key, previous = none, { options, context }) => {
        try {
          return await semaphore.run(() => on.fetch(key, context));
        } catch (err) {
          on.failed(err, key, context);
          options.ttl = retryMs;
          return previous;
        }
      },
    });
  }

  private async ask({ id: course, golflinkCourseId }: AdvertCourse): Promise<ContentAdverts> {
    const content = await askContent(this.address, golflinkCourseId, this.shutdown.signal);
    if (content === null) return { adverts: [], defaultAdvert: null };
    // Not awaited, so that a slow picture does not delay the texts.
    void this.obtainPictures(content, course);
    return content;
  }

  /** Fetches missing and stale pictures. */
  private async obtainPictures({ adverts, defaultAdvert }: ContentAdverts, course: string): Promise<void> {
    for (const { image } of [...adverts, ...(defaultAdvert === null ? [] : [defaultAdvert])]) {
      if (image === null) continue;
      const url = this.allowed(image);
      if (url !== null) await this.pictures.fetch(url.href, { context: { course } });
      else this.warn({ course }, 'the content service names a picture of an origin that is not allowed');
    }
  }

  private async draw(href: string): Promise<StoredAdvertImage['sizes']> {
    const bounds = { timeoutMs: PICTURE_TIMEOUT_MS, bytesMax: PICTURE_BYTES_MAX, signal: this.shutdown.signal };
    const picture = await boundedFetch(new URL(href), { headers: { accept: 'image/*' } }, bounds);
    const drawn = (await drawClubPicture(picture, ADVERT_PICTURE)).map((size) => ({ ...size, id: FETCHED + size.id }));
    await this.options.keep(drawn);
    return drawn.map(({ id, width }) => ({ id, width }));
  }

  private cachedImage(image: ContentImage | null): StoredAdvertImage | null {
    const url = image && this.allowed(image);
    const sizes = (url && this.pictures.get(url.href)) ?? [];
    return image && sizes.length > 0 ? { alt: image.alt, sizes } : null;
  }

  /** The picture's URL if it may be fetched, otherwise null. */
  private allowed(image: ContentImage): URL | null {
    const url = URL.parse(image.url, this.address.href);
    if (url === null || url.username !== '' || url.password !== '') return null;
    return url.origin === this.address.origin || this.options.imageOrigins.includes(url.origin) ? url : null;
  }

  private warn(about: object, message: string): void {
    if (!this.shutdown.signal.aborted) this.options.logger.warn(about, message);
  }
}

/** Stores a picture's sizes and deletes the oldest pictures beyond the limit. */
export async function keepFetched(pool: Pool, drawn: readonly DrawnPicture[]): Promise<void> {
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
