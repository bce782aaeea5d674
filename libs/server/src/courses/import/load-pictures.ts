import path from 'node:path';
import { PICTURE_BYTES_MAX, PictureRefused } from '../../pictures/safe-picture.js';
import { isRecord, readStart, type Problem, type ReadEntry } from './entry-file.js';

/** Re-encoded pictures by their names in the file. */
export type LoadedPictures<Drawn> = ReadonlyMap<string, Drawn>;

/** How to load the pictures of a file. */
export interface PictureLoading<Drawn> {
  /** Picture names are relative to this folder. */
  folder: string;
  draw: (bytes: Buffer) => Promise<Drawn>;
}

/** Loads the pictures that entries name, each once and one at a time. Adds to `problems`. */
export async function loadPictures<Drawn extends object>(
  entries: readonly ReadEntry<{ image: string | null }>[],
  loading: PictureLoading<Drawn>,
  problems: Problem[],
): Promise<LoadedPictures<Drawn>> {
  const pictures = new Map<string, Drawn | PictureRefused>();
  for (const { entry, problem } of entries) {
    const { image } = entry;
    if (image === null) continue;
    const picture = pictures.get(image) ?? (await load(image, loading));
    pictures.set(image, picture);
    if (picture instanceof PictureRefused) problems.push(problem({ path: ['image'], message: picture.message }));
  }
  return new Map([...pictures].filter((one): one is [string, Drawn] => !(one[1] instanceof PictureRefused)));
}

async function load<Drawn>(image: string, { folder, draw }: PictureLoading<Drawn>): Promise<Drawn | PictureRefused> {
  try {
    return await draw(await readStart(path.resolve(folder, image), PICTURE_BYTES_MAX));
  } catch (error) {
    if (error instanceof PictureRefused) return error;
    const code = isRecord(error) && typeof error.code === 'string' ? error.code : undefined;
    if (code === 'ENOENT') return new PictureRefused('does not exist: its path is relative to the folder of this file');
    if (code === undefined) throw error;
    return new PictureRefused(`cannot be read (${code})`);
  }
}
