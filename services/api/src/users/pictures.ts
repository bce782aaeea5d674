import { Injectable } from '@nestjs/common';
import { pictureKind } from '@fairmark/server/pictures/picture-kind';
import { Refusal } from '../http/refusal.js';
import { safePicture } from '@fairmark/server/pictures/safe-picture';
import { Semaphore } from '../limits/semaphore.js';

/** Side of a picture as it is kept, in pixels. */
const SIDE = 256;
const QUALITY = 80;
const AT_ONCE = 2;
const MAX_WAITING = 50;

const OTHER_KIND = 'Must be a JPEG, PNG or WebP picture';
const UNREADABLE = 'This picture can not be read';

/** Makes what a golfer sent into the picture that is shown. */
@Injectable()
export class Pictures {
  private readonly semaphore = new Semaphore(AT_ONCE, MAX_WAITING);

  /**
   * A square WebP, upright. It is drawn anew: nothing else that was in the file is in it, like the place where it was taken.
   *
   * @throws Refusal INVALID_INPUT for what is no picture, UNAVAILABLE when too many are waiting
   */
  async squared(bytes: Buffer): Promise<Buffer> {
    if (pictureKind(bytes) === null) throw refused(OTHER_KIND);
    return this.semaphore.run(() => drawn(bytes));
  }
}

async function drawn(bytes: Buffer): Promise<Buffer> {
  try {
    return await safePicture(bytes).resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer();
  } catch {
    throw refused(UNREADABLE);
  }
}

function refused(text: string): Refusal {
  return new Refusal('INVALID_INPUT', { avatar: text }, text);
}
