import { Injectable } from '@nestjs/common';
import sharp from 'sharp';
import { Refusal } from '../platform/refusal.js';
import { Turns } from '../platform/turns.js';
import { pictureKind } from './picture-kind.js';

/** Side of a picture as it is kept, in pixels. */
const SIDE = 256;
const QUALITY = 80;
/** More than a phone's camera makes of 2 MB; a file that unpacks to more is there to fill the memory. */
const PIXELS_MAX = 24_000_000;
const SECONDS_MAX = 5;
const AT_ONCE = 2;
const MAX_WAITING = 50;

const OTHER_KIND = 'Must be a JPEG, PNG or WebP picture';
const UNREADABLE = 'This picture can not be read';

// The library could open far more: what is not a picture of the three kinds does not even reach its readers.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** Makes what a golfer sent into the picture that is shown. */
@Injectable()
export class Pictures {
  private readonly turns = new Turns(AT_ONCE, MAX_WAITING);

  /**
   * A square WebP, upright. It is drawn anew: nothing else that was in the file is in it, like the place where it was taken.
   *
   * @throws Refusal INVALID_INPUT for what is no picture, UNAVAILABLE when too many are waiting
   */
  async squared(bytes: Buffer): Promise<Buffer> {
    if (pictureKind(bytes) === null) throw refused(OTHER_KIND);
    return this.turns.take(() => drawn(bytes));
  }
}

async function drawn(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: QUALITY })
      .toBuffer();
  } catch {
    throw refused(UNREADABLE);
  }
}

function refused(text: string): Refusal {
  return new Refusal('INVALID_INPUT', { avatar: text }, text);
}
