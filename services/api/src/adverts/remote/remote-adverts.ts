import { within } from '@fairmark/event-store';
import { LRUCache } from 'lru-cache';
import type { AdvertCourse, AdvertSource, CourseAdverts } from '../advert.js';
import { BadAnswer } from './bounded-fetch.js';
import { askContent, type ContentAdverts, type ContentImage } from './content-client.js';
import { ContentPictures, type ContentPicturesOptions } from './content-pictures.js';

const FRESH_MS = 60_000;
/** After a failure a course rests before the service is asked for it again. */
const RETRY_MS = 15_000;
/** How long a call waits for a course of which nothing is known, while the service is well: phones ask once an hour. */
const PATIENCE_MS = 800;
/** Pictures of a course are fetched for so long at a time. */
const PICTURES_MS = 10_000;
/** Some 20 KB each. */
const COURSES_MAX = 500;
/** Courses that are asked for at the same time. */
const RUNNING_MAX = 8;

interface Known {
  /** Null: the service does not know the course. */
  content: ContentAdverts | null;
  /** When its words came. */
  at: number;
}

export interface RemoteAdvertsOptions extends Pick<ContentPicturesOptions, 'keep' | 'clock' | 'logger'> {
  contentUrl: string;
  imageOrigins: readonly string[];
}

/**
 * Adverts from a content service. No call waits for it: what is known is answered at once, fresh or not, and a course of which
 * nothing is known yet has a moment, unless the service failed when it was asked last. Its failures are logged and cost an advert, nothing else.
 */
export class RemoteAdverts implements AdvertSource {
  private readonly known = new LRUCache<string, Known>({ max: COURSES_MAX });
  private readonly failedAt = new LRUCache<string, number>({ max: COURSES_MAX });
  private readonly running = new Map<string, Promise<void>>();
  /** Whether the service answered when it was asked last, well or badly: one course's answer says nothing of another's. */
  private isWell = true;
  private readonly ending = new AbortController();
  private readonly address: URL;
  private readonly pictures: ContentPictures;

  constructor(private readonly options: RemoteAdvertsOptions) {
    const { contentUrl, imageOrigins: origins, keep, clock, logger } = options;
    this.address = new URL(contentUrl);
    const ending = this.ending.signal;
    this.pictures = new ContentPictures({ address: this.address, origins, keep, clock, logger, ending });
  }

  async ofCourse(course: AdvertCourse): Promise<CourseAdverts> {
    const known = this.known.get(course.id);
    if (known !== undefined && this.isWithin(known.at, FRESH_MS)) return this.shown(known);
    const refreshed = this.refresh(course);
    const isWorthWaiting = known === undefined && this.isWell;
    if (isWorthWaiting && refreshed !== null) await within(PATIENCE_MS, refreshed).catch(() => undefined);
    return this.shown(this.known.get(course.id));
  }

  /** Requests under way are given up; nothing is asked any more. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.running.values());
  }

  /** Asks the service, once at a time for a course. Null: not now. */
  private refresh(course: AdvertCourse): Promise<void> | null {
    const running = this.running.get(course.id);
    if (running !== undefined) return running;
    const failedAt = this.failedAt.get(course.id);
    const rests = failedAt !== undefined && this.isWithin(failedAt, RETRY_MS);
    if (rests || this.running.size >= RUNNING_MAX || this.ending.signal.aborted) return null;
    const started = this.ask(course).finally(() => this.running.delete(course.id));
    this.running.set(course.id, started);
    return started;
  }

  private async ask({ id, golflinkCourseId }: AdvertCourse): Promise<void> {
    const started = performance.now();
    try {
      const content = await askContent(this.address, golflinkCourseId, this.ending.signal);
      this.isWell = true;
      this.known.set(id, { content, at: this.options.clock().getTime() });
      // Nothing waits for them: a picture that is slow holds no words up.
      if (content !== null) void this.obtainPictures(content, id);
    } catch (err) {
      if (this.ending.signal.aborted) return;
      this.isWell = err instanceof BadAnswer;
      this.failedAt.set(id, this.options.clock().getTime());
      const ms = Math.round(performance.now() - started);
      this.options.logger.warn({ err, course: id, ms, known: this.known.has(id) }, 'the content service failed');
    }
  }

  /** Fetches a course's pictures. What does not come in time comes with one of the next answers. */
  private async obtainPictures({ adverts, defaultAdvert }: ContentAdverts, course: string): Promise<void> {
    const until = performance.now() + PICTURES_MS;
    for (const image of [defaultAdvert?.image, ...adverts.map((advert) => advert.image)]) {
      if (image && performance.now() < until) await this.pictures.obtain(image, { course });
    }
  }

  /** What is known of a course, with the pictures that are there by now. */
  private shown(known: Known | undefined): CourseAdverts {
    const { adverts = [], defaultAdvert = null } = known?.content ?? {};
    const pictured = <Words extends { image: ContentImage | null }>(words: Words) => {
      return { ...words, image: this.pictures.knownImage(words.image) };
    };
    return { adverts: adverts.map(pictured), defaultAdvert: defaultAdvert && pictured(defaultAdvert) };
  }

  /** Whether a moment is no longer ago; a clock that was set back makes nothing last. */
  private isWithin(at: number, ms: number): boolean {
    const now = this.options.clock().getTime();
    return now >= at && now < at + ms;
  }
}
