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

/** Response headers of a club's picture, which is public and never changes at its address. */
export const PICTURE_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/webp',
};
