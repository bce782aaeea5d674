import { within } from '@fairmark/event-store';
import { LRUCache } from 'lru-cache';
import type { AdvertCourse, AdvertSource, CourseAdverts } from '../advert.js';
import { BadAnswer } from './bounded-fetch.js';
import { askContent, type ContentAdverts, type ContentImage } from './content-client.js';
import { ContentPictures, type ContentPicturesOptions } from './content-pictures.js';

const FRESH_MS = 60_000;
/** How long after a failure the service is not queried again for a course. */
const RETRY_MS = 15_000;
/** How long a call waits for a course that is not cached, while the service is healthy: phones ask once an hour. */
const PATIENCE_MS = 800;
/** Time limit for fetching a course's pictures in one go. */
const PICTURES_MS = 10_000;
/** Cached courses, some 20 KB each. */
const COURSES_MAX = 500;
/** Courses queried concurrently. */
const RUNNING_MAX = 8;

interface CachedAdverts {
  /** Null if the service does not know the course. */
  content: ContentAdverts | null;
  /** When the answer arrived, in milliseconds since 1970. */
  at: number;
}

export interface RemoteAdvertsOptions extends Pick<ContentPicturesOptions, 'keep' | 'clock' | 'logger'> {
  contentUrl: string;
  imageOrigins: readonly string[];
}

/**
 * Adverts from a content service. Cached adverts are answered immediately, even if stale; a call for a course that is
 * not cached waits briefly, unless the service's last query failed. Failures are logged and only cost an advert.
 */
export class RemoteAdverts implements AdvertSource {
  private readonly cached = new LRUCache<string, CachedAdverts>({ max: COURSES_MAX });
  private readonly failedAt = new LRUCache<string, number>({ max: COURSES_MAX });
  private readonly running = new Map<string, Promise<void>>();
  /** Whether the service answered the last query at all: a bad answer for one course says nothing about others. */
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

  async ofCourse(course: AdvertCourse): Promise<CourseAdverts> {
    const cached = this.cached.get(course.id);
    if (cached !== undefined && this.isWithin(cached.at, FRESH_MS)) return this.present(cached);
    const refreshed = this.refresh(course);
    const isWorthWaiting = cached === undefined && this.isHealthy;
    if (isWorthWaiting && refreshed !== null) await within(PATIENCE_MS, refreshed).catch(() => undefined);
    return this.present(this.cached.get(course.id));
  }

  /** Aborts pending requests and starts no more. */
  async beforeApplicationShutdown(): Promise<void> {
    this.shutdown.abort();
    await Promise.all(this.running.values());
  }

  /** Queries the service, one query at a time per course; null if not now. */
  private refresh(course: AdvertCourse): Promise<void> | null {
    const running = this.running.get(course.id);
    if (running !== undefined) return running;
    const failedAt = this.failedAt.get(course.id);
    const isBackingOff = failedAt !== undefined && this.isWithin(failedAt, RETRY_MS);
    if (isBackingOff || this.running.size >= RUNNING_MAX || this.shutdown.signal.aborted) return null;
    const started = this.ask(course).finally(() => this.running.delete(course.id));
    this.running.set(course.id, started);
    return started;
  }

  private async ask({ id, golflinkCourseId }: AdvertCourse): Promise<void> {
    const started = performance.now();
    try {
      const content = await askContent(this.address, golflinkCourseId, this.shutdown.signal);
      this.isHealthy = true;
      this.cached.set(id, { content, at: this.options.clock().getTime() });
      // Not awaited, so that a slow picture does not delay the texts.
      if (content !== null) void this.obtainPictures(content, id);
    } catch (err) {
      if (this.shutdown.signal.aborted) return;
      this.isHealthy = err instanceof BadAnswer;
      this.failedAt.set(id, this.options.clock().getTime());
      const ms = Math.round(performance.now() - started);
      this.options.logger.warn({ err, course: id, ms, known: this.cached.has(id) }, 'the content service failed');
    }
  }

  /** Fetches a course's pictures. Those that miss the deadline are fetched with a later answer. */
  private async obtainPictures({ adverts, defaultAdvert }: ContentAdverts, course: string): Promise<void> {
    const until = performance.now() + PICTURES_MS;
    for (const image of [defaultAdvert?.image, ...adverts.map((advert) => advert.image)]) {
      if (image && performance.now() < until) await this.pictures.obtain(image, { course });
    }
  }

  /** A course's cached adverts with the pictures available by now. */
  private present(cached: CachedAdverts | undefined): CourseAdverts {
    const { adverts = [], defaultAdvert = null } = cached?.content ?? {};
    const withPicture = <Words extends { image: ContentImage | null }>(words: Words) => {
      return { ...words, image: this.pictures.cachedImage(words.image) };
    };
    return { adverts: adverts.map(withPicture), defaultAdvert: defaultAdvert && withPicture(defaultAdvert) };
  }

  /** Whether a time is at most `ms` ago; times in the future, after the clock was set back, count as expired. */
  private isWithin(at: number, ms: number): boolean {
    const now = this.options.clock().getTime();
    return now >= at && now < at + ms;
  }
}
