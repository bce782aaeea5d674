import { createHash } from 'node:crypto';
import type { ResizeOptions, Sharp } from 'sharp';
import { pictureKind, safePicture, tookTooLong } from './safe-picture.js';

export const PICTURE_BYTES_MAX = 2_097_152;

/** A file cannot be used as a club's picture. The message continues a sentence that begins with the field's name. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}

/** A picture as stored, its width in pixels. The id is the SHA-256 of its content, in base64url. */
export interface DrawnPicture {
  id: string;
  webp: Buffer;
  width: number;
}

/** What a kind of picture has to be, and the sizes in which it is stored. Lengths are in pixels. */
export interface PictureUse {
  /** Why a picture of this size is refused; null if it is not. */
  refusal: (width: number, height: number) => string | null;
  sizes: readonly ResizeOptions[];
  quality: number;
}

/** Square in lists, and a banner: three pixels per CSS pixel of a phone, cropped around the picture's centre. */
export const COURSE_PICTURE: PictureUse = {
  // Smaller pictures would look coarse in the large size.
  refusal: (width, height) => (width < 480 || height < 160 ? 'must be at least 480 pixels wide and 160 high' : null),
  sizes: [
    { width: 144, height: 144 },
    { width: 960, height: 320 },
  ],
  quality: 78,
};

/** The banner is 110 CSS pixels high, of one to three pixels each, and crops pictures of another shape than its own. */
export const ADVERT_PICTURE: PictureUse = {
  refusal: (width, height) => {
    if (height < 110) return 'must be at least 110 pixels high';
    const isOfShape = width >= 0.8 * height && width <= 8 * height;
    return isOfShape ? null : 'must be between 0.8 and 8 times as wide as it is high';
  },
  sizes: [110, 220, 330].map((height) => ({ height, withoutEnlargement: true })),
  quality: 82,
};

/** Re-encodes a club's picture in the sizes of its use, without equal ones. @throws PictureRefused */
export async function drawClubPicture(bytes: Buffer, { refusal, sizes, quality }: PictureUse): Promise<DrawnPicture[]> {
  if (bytes.length > PICTURE_BYTES_MAX) throw new PictureRefused('must be a file of 2 MB or less');
  if (pictureKind(bytes) === null) throw new PictureRefused('must be a JPEG, PNG or WebP picture');
  const { autoOrient } = await safePicture(bytes).metadata().catch(refuseUnreadable);
  const why = refusal(autoOrient.width, autoOrient.height);
  if (why !== null) throw new PictureRefused(why);
  const drawn: DrawnPicture[] = [];
  for (const size of sizes) {
    const picture = await drawnAs(safePicture(bytes).resize(size), quality);
    if (drawn.every(({ width }) => width !== picture.width)) drawn.push(picture);
  }
  return drawn;
}

/** Encodes a picture as WebP; transparent areas become white. @throws PictureRefused if it cannot be decoded in time */
export async function drawnAs(picture: Sharp, quality: number): Promise<DrawnPicture> {
  const { data, info } = await picture
    .flatten({ background: 'white' })
    .webp({ quality, smartSubsample: true })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable);
  return { id: createHash('sha256').update(data).digest('base64url'), webp: data, width: info.width };
}

function refuseUnreadable(cause: unknown): never {
  const why = tookTooLong(cause) ? 'took too long to read: try again' : 'is a picture that cannot be read';
  throw new PictureRefused(why, { cause });
}
