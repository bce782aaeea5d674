import { clubPicture, drawnAs, PictureRefused, type DrawnPicture } from '../pictures/safe-picture.js';

/** The banner is 110 CSS pixels high; screens have one to three device pixels per CSS pixel. */
const HEIGHT_MIN = 110;
const HEIGHTS = [HEIGHT_MIN, 220, 330];
const QUALITY = 82;
/** Aspect ratio, width by height. The banner crops pictures of another shape than its own. */
const SHAPE = { min: 0.8, max: 8 };
/** A picture in one size, as stored. */
export type DrawnSize = Omit<DrawnPicture, 'height'>;

/** Re-encodes a picture in the sizes that screens need, smallest first and never enlarged. @throws PictureRefused */
export async function drawAdvertPicture(bytes: Buffer): Promise<DrawnSize[]> {
  const sizes: DrawnSize[] = [];
  for (const height of HEIGHTS) {
    const size = await drawn(bytes, height);
    if (sizes.every(({ width }) => width !== size.width)) sizes.push(size);
  }
  return sizes;
}

async function drawn(bytes: Buffer, height: number): Promise<DrawnSize> {
  const picture = clubPicture(bytes).resize({ height, withoutEnlargement: true });
  const { height: drawnHeight, ...size } = await drawnAs(picture, QUALITY);
  if (drawnHeight < HEIGHT_MIN) throw new PictureRefused(`must be at least ${HEIGHT_MIN} pixels high`);
  const shape = size.width / drawnHeight;
  if (shape < SHAPE.min || shape > SHAPE.max) {
    throw new PictureRefused(`must be between ${SHAPE.min} and ${SHAPE.max} times as wide as it is high`);
  }
  return size;
}
