import { createHash } from 'node:crypto';
import { safePicture } from '../platform/safe-picture.js';
import { pictureKind } from '../users/picture-kind.js';

/** The banner is 110 pixels high; screens have one to three pixels for each. */
const HEIGHT_MIN = 110;
const HEIGHTS = [HEIGHT_MIN, 220, 330];
const QUALITY = 82;
/** Width by height. A banner cuts what is wider or higher than itself. */
const SHAPE = { min: 0.8, max: 8 };
/** What a picture's file may have. */
export const PICTURE_BYTES_MAX = 2_097_152;

/** A picture in one size, as it is kept. */
export interface DrawnSize {
  /** SHA-256 of the bytes in base64url. */
  id: string;
  width: number;
  webp: Buffer;
}

/** Why a file is no advert's picture; the message goes behind the field's name. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/**
 * An advert's picture in the sizes that screens need, the smallest first and none larger than the file's own. It is drawn
 * anew, on white where it is transparent.
 *
 * @throws PictureRefused
 */
export async function drawAdvertPicture(bytes: Buffer): Promise<DrawnSize[]> {
  if (bytes.length > PICTURE_BYTES_MAX) throw new PictureRefused('must be a file of 2 MB or less');
  if (pictureKind(bytes) === null) throw new PictureRefused('must be a JPEG, PNG or WebP picture');
  const sizes: DrawnSize[] = [];
  for (const height of HEIGHTS) {
    const size = await drawn(bytes, height);
    if (sizes.every(({ width }) => width !== size.width)) sizes.push(size);
  }
  return sizes;
}

async function drawn(bytes: Buffer, height: number): Promise<DrawnSize> {
  const { data, info } = await safePicture(bytes)
    .resize({ height, withoutEnlargement: true })
    .flatten({ background: 'white' })
    .webp({ quality: QUALITY, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureRefused('is a picture that can not be read');
    });
  if (info.height < HEIGHT_MIN) throw new PictureRefused(`must be at least ${HEIGHT_MIN} pixels high`);
  const shape = info.width / info.height;
  if (shape < SHAPE.min || shape > SHAPE.max) {
    throw new PictureRefused(`must be between ${SHAPE.min} and ${SHAPE.max} times as wide as it is high`);
  }
  return { id: createHash('sha256').update(data).digest('base64url'), width: info.width, webp: data };
}
