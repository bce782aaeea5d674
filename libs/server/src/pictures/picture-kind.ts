export type PictureKind = 'jpeg' | 'png' | 'webp';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** The kind of picture by a file's first bytes, regardless of its name; null for any other file. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const begins = (start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte);
  const text = (from: number): string => String.fromCharCode(...bytes.subarray(from, from + 4));
  if (begins(JPEG)) return 'jpeg';
  if (begins(PNG)) return 'png';
  return text(0) === 'RIFF' && text(8) === 'WEBP' ? 'webp' : null;
}
