import { pictureKind } from './safe-picture.js';

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])));

describe('the kind of a picture', () => {
  it.each([
    ['jpeg', bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF')],
    ['png', bytes(0x89, 'PNG\r\n', 0x1a, '\n')],
    ['webp', bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')],
  ])('is recognised for %s', (kind, start) => {
    expect(pictureKind(start)).toBe(kind);
  });

  it.each([
    ['nothing', bytes()],
    ['a GIF', bytes('GIF89a')],
    ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['another RIFF', bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
    ['half a PNG', bytes(0x89, 'PNG')],
    ['a page with the PNG signature further in', bytes('<html>', 0x89, 'PNG\r\n', 0x1a, '\n')],
  ])('is unknown for %s', (_, start) => {
    expect(pictureKind(start)).toBeNull();
  });
});
