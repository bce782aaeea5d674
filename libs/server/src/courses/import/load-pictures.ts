import path from 'node:path';
import { PICTURE_BYTES_MAX, PictureRefused } from '../../pictures/safe-picture.js';
import { isRecord, type Problem } from './problem.js';
import { readStart } from './text-file.js';

/** Drawn pictures by the name that the file gives them. */
export type LoadedPictures<Drawn> = ReadonlyMap<string, Drawn>;

/** A picture that a file names, and how to say what is wrong with it. */
export interface NamedPicture {
  image: string;
  problem: (message: string) => Problem;
}

/** Where pictures are, and what becomes of them. */
export interface PictureLoading<Drawn> {
  /** Names are relative to it. */
  folder: string;
  /** A file may name so many pictures. */
  max: number;
  /** Throws PictureRefused. */
  draw: (bytes: Buffer) => Promise<Drawn>;
}

/** Reads and draws the pictures that a file names, each once and one at a time. What is wrong is added to the problems. */
export async function loadPictures<Drawn extends object>(
  named: readonly NamedPicture[],
  loading: PictureLoading<Drawn>,
  problems: Problem[],
): Promise<LoadedPictures<Drawn>> {
  const pictures = new Map<string, Drawn | string>();
  for (const { image, problem } of named) {
    const known = pictures.get(image);
    const picture = known ?? (pictures.size < loading.max ? await load(image, loading) : tooMany(loading.max));
    pictures.set(image, picture);
    if (typeof picture === 'string') problems.push(problem(picture));
  }
  return new Map([...pictures].filter((one): one is [string, Drawn] => typeof one[1] !== 'string'));
}

const tooMany = (max: number): string => `is beyond the ${max} pictures that a file may name`;

async function load<Drawn>(image: string, { folder, draw }: PictureLoading<Drawn>): Promise<Drawn | string> {
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
    return await draw(bytes);
  } catch (error) {
    if (!(error instanceof PictureRefused)) throw error;
    return error.message;
  }
}
