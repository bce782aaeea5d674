import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { pictureKind } from './picture-kind.js';

/** More than a phone's camera makes of 2 MB; a file that unpacks to more is there to fill the memory. */
const PIXELS_MAX = 24_000_000;
const SECONDS_MAX = 5;

// The library could open far more: what is not a picture of the three kinds does not even reach its readers.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * An uploaded picture, upright, ready to be drawn anew: nothing else of the file is in what is
 * drawn. A file that is no picture, or too large, fails when it is drawn. Check its first bytes
 * before (picture-kind.ts).
 */
export function safePicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient();
}

/** What a club's picture, of a course or an advert, may have. */
export const PICTURE_BYTES_MAX = 2_097_152;

/** Why a file is no picture that a club can show; the message goes behind the field's name. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/**
 * A club's picture, ready to be drawn anew (`drawnAs`).
 *
 * @throws PictureRefused for what is too large or not a picture by its first bytes
 */
export function clubPicture(bytes: Buffer): Sharp {
  if (bytes.length > PICTURE_BYTES_MAX) throw new PictureRefused('must be a file of 2 MB or less');
  if (pictureKind(bytes) === null) throw new PictureRefused('must be a JPEG, PNG or WebP picture');
  return safePicture(bytes);
}

/** The WebP of a picture, on white where it is transparent. @throws PictureRefused when it cannot be read */
export async function drawnAs(
  picture: Sharp,
  quality: number,
): Promise<{ webp: Buffer; width: number; height: number }> {
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .webp({ quality, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new PictureRefused('is a picture that can not be read');
    });
  return { webp: data, width: info.width, height: info.height };
}

/** The name of a drawn picture: whatever has it never changes. SHA-256 in base64url. */
export function pictureId(webp: Buffer): string {
  return createHash('sha256').update(webp).digest('base64url');
}

/** Headers of a club's picture: its address never shows another one, and it is public. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/webp',
};
