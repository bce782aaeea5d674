import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';

/** More than a phone's photo of 2 MB has. A file that decodes to more is a decompression bomb. */
const PIXELS_MAX = 24_000_000;
const SECONDS_MAX = 5;

// Enables only the three decoders needed; libvips could open many other formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/** Prepares an upload for re-encoding, which keeps nothing else of it. What is no picture fails at the output. */
export function safePicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient();
}

/** Whether the time for a picture was over, as can happen to a good one on a busy machine. */
export const tookTooLong = (error: unknown): boolean => String(error).startsWith('Error: timeout: ');

export const PICTURE_BYTES_MAX = 2_097_152;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** The kind of picture by a file's first bytes, regardless of its name; null for any other file. */
export function pictureKind(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const begins = (start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  const text = (from: number): string => String.fromCharCode(...bytes.subarray(from, from + 4));
  if (begins(JPEG)) return 'jpeg';
  if (begins(PNG)) return 'png';
  return text(0) === 'RIFF' && text(8) === 'WEBP' ? 'webp' : null;
}

/** A file cannot be used as a club's picture. The message continues a sentence that begins with the field's name. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** Prepares a club's picture for `drawnAs`. @throws PictureRefused for a file that is too large or no picture */
export function clubPicture(bytes: Buffer): Sharp {
  if (bytes.length > PICTURE_BYTES_MAX) throw new PictureRefused('must be a file of 2 MB or less');
  if (pictureKind(bytes) === null) throw new PictureRefused('must be a JPEG, PNG or WebP picture');
  return safePicture(bytes);
}

/** A picture as stored, its size in pixels. The id is the SHA-256 of its content, in base64url. */
export interface DrawnPicture {
  id: string;
  webp: Buffer;
  width: number;
  height: number;
}

/** Encodes a picture as WebP; transparent areas become white. @throws PictureRefused if it cannot be decoded in time */
export async function drawnAs(picture: Sharp, quality: number): Promise<DrawnPicture> {
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .webp({ quality, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      const why = tookTooLong(cause) ? 'took too long to read: try again' : 'is a picture that cannot be read';
      throw new PictureRefused(why, { cause });
    });
  const id = createHash('sha256').update(data).digest('base64url');
  return { id, webp: data, width: info.width, height: info.height };
}

/** Response headers of a club's picture, which is public and never changes at its address. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/webp',
};
