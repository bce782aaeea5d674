import { clubPicture, drawnAs, PictureRefused, type DrawnPicture } from '../pictures/safe-picture.js';

export const COURSE_PICTURE_ADDRESS = '/api/courses/pictures/';

/** In pixels, three per CSS pixel of lists and banners on a phone. Pictures are cropped around their centre. */
const SIZES = { small: { width: 144, height: 144 }, large: { width: 960, height: 320 } } as const;
const QUALITY = 78;
/** Smaller pictures would look coarse in the large size. */
const SMALLEST = { width: 480, height: 160 } as const;

export type CoursePicture = Record<keyof typeof SIZES, DrawnPicture>;

/** Re-encodes a course's picture in both sizes, so that nothing else of the file is kept. @throws PictureRefused */
export async function drawCoursePicture(bytes: Buffer): Promise<CoursePicture> {
  const picture = clubPicture(bytes);
  const { width, height } = await picture.metadata().then(
    ({ autoOrient }) => autoOrient,
    () => {
      throw new PictureRefused('is a picture that cannot be read');
    },
  );
  if (width < SMALLEST.width || height < SMALLEST.height) {
    throw new PictureRefused(`must be at least ${SMALLEST.width} pixels wide and ${SMALLEST.height} high`);
  }
  const drawn = (size: { width: number; height: number }) =>
    drawnAs(clubPicture(bytes).resize({ ...size, fit: 'cover' }), QUALITY);
  return { small: await drawn(SIZES.small), large: await drawn(SIZES.large) };
}
