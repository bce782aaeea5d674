import type { StoredAdvertImage } from '@fairmark/server';
import { LRUCache } from 'lru-cache';
import type { Logger } from '../../platform/tokens.js';
import { PICTURE_BYTES_MAX } from '@fairmark/server/pictures/safe-picture';
import { Semaphore } from '../../limits/semaphore.js';
import { drawAdvertPicture } from '@fairmark/server/adverts/advert-picture';
import type { AdvertPictures } from '../table/advert-pictures.js';
import { boundedFetch } from './bounded-fetch.js';
import type { ContentImage } from './content-answers.js';

const TIMEOUT_MS = 3_000;
/** A picture is looked at again after an hour; one that could not be had, after five minutes. */
const FRESH_MS = 3_600_000;
const RETRY_MS = 300_000;
/** Three sizes of each are kept (advert-pictures.ts). */
const PICTURES_MAX = 2_000;
/** Pictures of all courses: one is fetched and drawn at a time. */
const AT_ONCE = 1;
const WAITING_MAX = 200;

interface KnownPicture {
  /** Null: it could not be had. */
  sizes: StoredAdvertImage['sizes'] | null;
  at: number;
}

export interface ContentPicturesOptions {
  /** Of the content service: its own pictures may be fetched. */
  address: URL;
  /** Other origins whose pictures may be fetched. */
  origins: readonly string[];
  pictures: Pick<AdvertPictures, 'keepFetched'>;
  clock: () => Date;
  logger: Logger;
  ending: AbortSignal;
}

/**
 * Pictures of a content service, fetched by this process and shown from our own address: a golfer's browser never meets
 * another server. Asked are the service's own origin and those that the operator named, no other.
 */
export class ContentPictures {
  private readonly known = new LRUCache<string, KnownPicture>({ max: PICTURES_MAX });
  private readonly semaphore = new Semaphore(AT_ONCE, WAITING_MAX);

  constructor(private readonly options: ContentPicturesOptions) {}

  /** A picture as far as it is known at this moment; null: without one. */
  knownImage(image: ContentImage | null | undefined): StoredAdvertImage | null {
    const sizes = this.known.get(this.addressOf(image)?.href ?? '')?.sizes ?? null;
    return image === null || image === undefined || sizes === null ? null : { alt: image.alt, sizes };
  }

  /** Fetches a picture that is not known or no longer fresh. Never throws: an advert without its picture is one too. */
  async obtain(image: ContentImage | null | undefined, about: { course: string }): Promise<void> {
    if (image === null || image === undefined) return;
    const url = this.addressOf(image);
    if (url === null) {
      this.options.logger.warn({ ...about }, 'the content service names a picture of an origin that is not allowed');
      return;
    }
    try {
      await this.semaphore.run(() => this.fetchOne(url, about));
    } catch (err) {
      this.options.logger.warn({ err, ...about }, 'too many pictures of the content service are waiting');
    }
  }

  private async fetchOne(url: URL, about: { course: string }): Promise<void> {
    const { ending, pictures, logger } = this.options;
    const before = this.known.get(url.href);
    const now = this.options.clock().getTime();
    const restMs = before?.sizes === null ? RETRY_MS : FRESH_MS;
    if (ending.aborted || (before !== undefined && now >= before.at && now < before.at + restMs)) return;
    try {
      const bounds = { timeoutMs: TIMEOUT_MS, bytesMax: PICTURE_BYTES_MAX, signal: ending };
      const drawn = await drawAdvertPicture(await boundedFetch(url, { headers: { accept: 'image/*' } }, bounds));
      await pictures.keepFetched(drawn);
      this.known.set(url.href, { sizes: drawn.map(({ id, width }) => ({ id, width })), at: now });
    } catch (err) {
      // The one that was had before goes on.
      this.known.set(url.href, { sizes: before?.sizes ?? null, at: now });
      logger.warn(
        { err, picture: url.origin + url.pathname, ...about },
        'a picture of the content service could not be had',
      );
    }
  }

  /** Where a picture is, if it may be fetched from there. */
  private addressOf(image: ContentImage | null | undefined): URL | null {
    const { address, origins } = this.options;
    if (image === null || image === undefined || !URL.canParse(image.url, address.href)) return null;
    const url = new URL(image.url, address);
    if (url.username !== '' || url.password !== '') return null;
    return url.origin === address.origin || origins.includes(url.origin) ? url : null;
  }
}
