import { within } from '@fairmark/event-store';
import { LRUCache } from 'lru-cache';
import type { AdvertCourse, AdvertSource, CourseAdverts } from '../advert.js';
import { Semaphore } from '../../limits/semaphore.js';
import { askContent, type ContentAdverts, type ContentImage } from './content-client.js';
import { ContentPictures, type ContentPicturesOptions } from './content-pictures.js';

const FRESH_MS = 60_000;
/** How long after a failure the service is not queried again for a course. */
const RETRY_MS = 15_000;
/** How long a call waits for a course that is not cached, while the service is healthy: phones ask once an hour. */
const PATIENCE_MS = 800;
/** Cached courses, some 20 KB each. */
const COURSES_MAX = 500;
/** Courses asked about concurrently; the others wait. */
const RUNNING_MAX = 8;
const NO_ADVERTS: ContentAdverts = { adverts: [], defaultAdvert: null };

export interface RemoteAdvertsOptions extends Pick<ContentPicturesOptions, 'keep' | 'clock' | 'logger'> {
  contentUrl: string;
  imageOrigins: readonly string[];
}

/**
 * Adverts from a content service. Cached adverts are answered immediately, even if stale; a call for a course that is
 * not cached waits briefly, unless the service's last query failed. Failures are logged and only cost an advert.
 */
export class RemoteAdverts implements AdvertSource {
  /** Asks about a course once at a time. */
  private readonly cache = new LRUCache<string, ContentAdverts, AdvertCourse>({
    max: COURSES_MAX,
    ttl: FRESH_MS,
    perf: { now: () => this.options.clock().getTime() },
    allowStale: true,
    fetchMethod: async (_, previous, { options, context }) => {
      try {
        return await this.semaphore.run(() => this.ask(context));
      } catch (err) {
        const isStopping = this.shutdown.signal.aborted;
        if (!isStopping) this.options.logger.warn({ err, course: context.id }, 'the content service failed');
        this.isHealthy = false;
        options.ttl = RETRY_MS;
        return previous ?? NO_ADVERTS;
      }
    },
  });
  private readonly semaphore = new Semaphore(RUNNING_MAX, COURSES_MAX);
  /** Whether the service's last query succeeded. */
  private isHealthy = true;
  private readonly shutdown = new AbortController();
  private readonly address: URL;
  private readonly pictures: ContentPictures;

  constructor(private readonly options: RemoteAdvertsOptions) {
    const { contentUrl, imageOrigins: origins, keep, clock, logger } = options;
    this.address = new URL(contentUrl);
    const shutdown = this.shutdown.signal;
    this.pictures = new ContentPictures({ address: this.address, origins, keep, clock, logger, shutdown });
  }

  /** A course's adverts with the pictures available by now. */
  async ofCourse(course: AdvertCourse): Promise<CourseAdverts> {
    const asked = this.cache.fetch(course.id, { context: course });
    const known = await within(this.isHealthy ? PATIENCE_MS : 0, asked).catch(() => undefined);
    const { adverts, defaultAdvert } = known ?? NO_ADVERTS;
    const withPicture = <Words extends { image: ContentImage | null }>(words: Words) => {
      return { ...words, image: this.pictures.cachedImage(words.image) };
    };
    return { adverts: adverts.map(withPicture), defaultAdvert: defaultAdvert && withPicture(defaultAdvert) };
  }

  /** Aborts pending requests and starts no more. */
  beforeApplicationShutdown(): void {
    this.shutdown.abort();
  }

  private async ask({ id, golflinkCourseId }: AdvertCourse): Promise<ContentAdverts> {
    const content = (await askContent(this.address, golflinkCourseId, this.shutdown.signal)) ?? NO_ADVERTS;
    this.isHealthy = true;
    // Not awaited, so that a slow picture does not delay the texts.
    void this.obtainPictures(content, id);
    return content;
  }

  private async obtainPictures({ adverts, defaultAdvert }: ContentAdverts, course: string): Promise<void> {
    for (const image of [defaultAdvert?.image, ...adverts.map((advert) => advert.image)]) {
      if (image) await this.pictures.obtain(image, { course });
    }
  }
}
