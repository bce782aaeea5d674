import path from 'node:path';
import {
  drawClubPicture,
  PICTURE_BYTES_MAX,
  PictureRefused,
  type DrawnPicture,
  type PictureUse,
} from '../../pictures/club-picture.js';
import { isRecord, readStart, type FileEntry } from './entry-file.js';

/** Pictures in the sizes of their use, by their names in the file. */
export type LoadedPictures = ReadonlyMap<string, DrawnPicture[]>;

/** Loads the pictures that entries name, each once and one at a time; refuses those that are none. `file`: of the entries. */
export async function loadPictures(
  file: string,
  entries: readonly FileEntry<{ image: string | null }>[],
  use: PictureUse,
): Promise<LoadedPictures> {
  const loading = new Map<string, Promise<DrawnPicture[]>>();
  const pictures = new Map<string, DrawnPicture[]>();
  for (const { entry, refuse } of entries) {
    const { image } = entry;
    if (image === null) continue;
    const place = path.resolve(path.dirname(file), image);
    const picture =
      loading.get(image) ?? readStart(place, PICTURE_BYTES_MAX).then((bytes) => drawClubPicture(bytes, use));
    loading.set(image, picture);
    try {
      pictures.set(image, await picture);
    } catch (error) {
      refuse(['image'], refusalOf(error));
    }
  }
  return pictures;
}

/** Rethrows an error that is not the file's fault. */
function refusalOf(error: unknown): string {
  if (error instanceof PictureRefused) return error.message;
  if (!isRecord(error) || typeof error.code !== 'string') throw error;
  return error.code === 'ENOENT'
    ? 'does not exist: its path is relative to the folder of this file'
    : `cannot be read (${error.code})`;
}
