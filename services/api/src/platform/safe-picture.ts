import sharp, { type Sharp } from 'sharp';

/** More than a phone's camera makes of 2 MB; a file that unpacks to more is there to fill the memory. */
const PIXELS_MAX = 24_000_000;
const SECONDS_MAX = 5;

// The library could open far more: what is not a picture of the three kinds does not even reach its readers.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

/**
 * A picture that somebody sent, upright, ready to be drawn anew: nothing else that was in the file is in what is drawn. What
 * is no picture, or too large, fails when it is drawn. Look at its first bytes before (`users/picture-kind.ts`).
 */
export function safePicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .autoOrient();
}
