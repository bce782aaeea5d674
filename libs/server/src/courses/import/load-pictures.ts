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
  const pictures = new Map<string, DrawnPicture[]>();
  for (const image of new Set(entries.map(({ entry }) => entry.image))) {
    if (image === null) continue;
    const bytes = readStart(path.resolve(path.dirname(file), image), PICTURE_BYTES_MAX);
    const drawn = await bytes.then((picture) => drawClubPicture(picture, use)).catch(refusalOf);
    if (typeof drawn !== 'string') pictures.set(image, drawn);
    else for (const { refuse } of entries.filter(({ entry }) => entry.image === image)) refuse(['image'], drawn);
  }
  return pictures;
}

/** Why a picture is refused. Rethrows an error that is not the file's fault. */
function refusalOf(error: unknown): string {
  if (error instanceof PictureRefused) return error.message;
  if (!isRecord(error) || typeof error.code !== 'string') throw error;
  return error.code === 'ENOENT'
    ? 'does not exist: its path is relative to the folder of this file'
    : `cannot be read (${error.code})`;
}
