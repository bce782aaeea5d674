import path from 'node:path';
import { readStart } from '../../courses/import/text-file.js';
import { isRecord, type Problem } from '../../courses/import/problem.js';
import { drawAdvertPicture, PICTURE_BYTES_MAX, PictureRefused, type DrawnSize } from '../advert-picture.js';
import type { LocatedRecord } from './read-sponsors.js';
import { SPONSOR_BOUNDS } from './sponsor-file.js';

/** Pictures by the name that the file gives them. */
export type LoadedPictures = ReadonlyMap<string, DrawnSize[]>;

const TOO_MANY = `is beyond the ${SPONSOR_BOUNDS.pictures} pictures that a file may name`;

/** Reads and draws the pictures that records name, relative to their file's folder, each once and one at a time. */
export async function loadPictures(
  records: readonly LocatedRecord[],
  folder: string,
  problems: Problem[],
): Promise<LoadedPictures> {
  const pictures = new Map<string, DrawnSize[] | string>();
  for (const { record, problem } of records) {
    if (record.image === null) continue;
    const known = pictures.get(record.image);
    const picture = known ?? (await load(record.image, folder, pictures.size));
    pictures.set(record.image, picture);
    if (typeof picture === 'string') problems.push(problem({ path: ['image'], message: picture }));
  }
  return new Map([...pictures].filter((one): one is [string, DrawnSize[]] => typeof one[1] !== 'string'));
}

/** The picture, or what is wrong with it. */
async function load(image: string, folder: string, before: number): Promise<DrawnSize[] | string> {
  if (before >= SPONSOR_BOUNDS.pictures) return TOO_MANY;
  let bytes: Buffer;
  try {
    bytes = await readStart(path.resolve(folder, image), PICTURE_BYTES_MAX);
  } catch (error) {
    const code = isRecord(error) ? String(error.code) : 'unknown';
    return code === 'ENOENT'
      ? 'is not there: its place is told from the folder of this file'
      : `can not be read (${code})`;
  }
  try {
    return await drawAdvertPicture(bytes);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return error.message;
  }
}
