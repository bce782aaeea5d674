import { within } from '@fairmark/event-store';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../platform/tokens.js';
import type { AdvertPictures } from '../table/advert-pictures.js';
import type { AdvertCourse, AdvertSource, CourseAdverts } from '../table/advert.js';
import { BadAnswer } from './bounded-fetch.js';
import type { ContentAdverts } from './content-answers.js';
import { ContentClient } from './content-client.js';
import { ContentPictures } from './content-pictures.js';

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
/** Courses whose pictures are fetched at the same time; the pictures themselves take turns. */
const PICTURED_MAX = 50;

const NOTHING: CourseAdverts = { adverts: [], defaultAdvert: null };

interface Known {
  /** Null: the service does not know the course. */
  content: ContentAdverts | null;
  /** When its words came. */
  at: number;
}

export interface RemoteAdvertsOptions {
  contentUrl: string;
  imageOrigins: readonly string[];
  pictures: Pick<AdvertPictures, 'keepFetched'>;
  clock: () => Date;
  logger: Logger;
}

/**
 * Adverts from a content service. No call waits for it: what is known is answered at once, fresh or not, and a course of which
 * nothing is known yet has a moment, unless the service failed when it was asked last. Its failures are logged and cost an advert, nothing else.
 */
export class RemoteAdverts implements AdvertSource {
  private readonly known = new LRUCache<string, Known>({ max: COURSES_MAX });
  private readonly failedAt = new LRUCache<string, number>({ max: COURSES_MAX });
  private readonly running = new Map<string, Promise<void>>();
  private readonly pictured = new Map<string, Promise<void>>();
  /** Whether the service answered when it was asked last, well or badly: one course's answer says nothing of another's. */
  private isWell = true;
  private readonly ending = new AbortController();
  private readonly client: ContentClient;
  private readonly pictures: ContentPictures;

  constructor(private readonly options: RemoteAdvertsOptions) {
    const { contentUrl, imageOrigins: origins, pictures, clock, logger } = options;
    const address = new URL(contentUrl);
    const ending = this.ending.signal;
    this.client = new ContentClient(address, ending);
    this.pictures = new ContentPictures({ address, origins, pictures, clock, logger, ending });
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
    await Promise.all([...this.running.values(), ...this.pictured.values()]);
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
      const content = await this.client.adverts(golflinkCourseId);
      this.isWell = true;
      this.known.set(id, { content, at: this.options.clock().getTime() });
      if (content !== null) this.picture(content, id);
    } catch (err) {
      if (this.ending.signal.aborted) return;
      this.isWell = err instanceof BadAnswer;
      this.failedAt.set(id, this.options.clock().getTime());
      const ms = Math.round(performance.now() - started);
      this.options.logger.warn({ err, course: id, ms, known: this.known.has(id) }, 'the content service failed');
    }
  }

  /** Fetches a course's pictures, once at a time. Nothing waits for them: a picture that is slow holds no words up. */
  private picture(content: ContentAdverts, id: string): void {
    if (this.pictured.has(id) || this.pictured.size >= PICTURED_MAX || this.ending.signal.aborted) return;
    const started = this.obtainPictures(content, id).finally(() => this.pictured.delete(id));
    this.pictured.set(id, started);
  }

  /** What does not come in time comes with one of the next answers. */
  private async obtainPictures({ adverts, defaultAdvert }: ContentAdverts, course: string): Promise<void> {
    const until = performance.now() + PICTURES_MS;
    for (const image of [defaultAdvert?.image, ...adverts.map((advert) => advert.image)]) {
      if (performance.now() < until) await this.pictures.obtain(image, { course });
    }
  }

  /** What is known of a course, with the pictures that are there by now. */
  private shown(known: Known | undefined): CourseAdverts {
    const content = known?.content ?? null;
    return content === null ? NOTHING : this.courseAdverts(content);
  }

  private courseAdverts({ adverts, defaultAdvert }: ContentAdverts): CourseAdverts {
    return {
      adverts: adverts.map(({ sponsorName, text, slot, weekendSlot, start, end, image }) => ({
        sponsorName,
        text,
        slot: slot ?? null,
        weekendSlot: weekendSlot ?? null,
        startsAt: start ?? null,
        endsAt: end ?? null,
        image: this.pictures.knownImage(image),
      })),
      defaultAdvert:
        defaultAdvert === null
          ? null
          : { text: defaultAdvert.text, image: this.pictures.knownImage(defaultAdvert.image) },
    };
  }

  /** Whether a moment is no longer ago; a clock that was set back makes nothing last. */
  private isWithin(at: number, ms: number): boolean {
    const now = this.options.clock().getTime();
    return now >= at && now < at + ms;
  }
}
