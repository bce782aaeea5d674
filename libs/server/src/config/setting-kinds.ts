import path from 'node:path';

/** How the text of a setting becomes its value. Throws `Refused`. */
export type Kind<Value> = (text: string) => Value;

/** What a value must be, as the end of a sentence that begins with the setting's name. Never repeats the value. */
export class Refused extends Error {}

/** A text that fits, or else the sentence that says what it must be. */
export const fitting =
  (must: string, fits: (value: string) => boolean): Kind<string> =>
  (value) => {
    if (!fits(value)) throw new Refused(must);
    return value;
  };

/** A text; an empty one is none. */
export const text = fitting('is required', (value) => value !== '');

/** The absolute path of a folder or a file. */
export const place: Kind<string> = (value) => path.resolve(value);

/** Absolute paths, with colons between them. */
export const places: Kind<string[]> = (value) => value.split(path.delimiter).filter(Boolean).map(place);

export const timeOfDay = fitting('must be a time of day, such as 03:00', (value) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
);

export const number =
  (min: number, max: number, { whole = true } = {}): Kind<number> =>
  (value) => {
    // An empty text would be zero.
    const given = value.trim() === '' ? Number.NaN : Number(value);
    if (given >= min && given <= max && (!whole || Number.isInteger(given))) return given;
    throw new Refused(`must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}`);
  };

export const oneOf =
  <const Word extends string>(...words: Word[]): Kind<Word> =>
  (value) => {
    const word = words.find((one) => one === value);
    if (word === undefined) throw new Refused(`must be one of ${words.join(', ')}`);
    return word;
  };

/** An address, by what it may begin with as `URL` spells it: `https:`. */
export const address = (...protocols: string[]): Kind<string> => {
  const must = `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  const isOne = fitting(must, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
  return (value) => isOne(text(value));
};

/** An address of this product's own pages. */
export const ownAddress: Kind<string> = (value) => {
  const url = address('http:', 'https:')(value);
  return fitting('must be an address without a query', () => !/[?#]/.test(url))(url).replace(/\/$/, '');
};

/** An address that holds no user or password. */
export const plainAddress = fitting(
  'must be an address that begins with http:// or https:// and holds no user or password',
  (value) => isPlainAddress(value, 'http:', 'https:'),
);

/** Origins, with commas between them. */
export const origins: Kind<string[]> = (value) => {
  const given = value.split(',').flatMap((one) => one.trim() || []);
  const isOrigin = (one: string) => isPlainAddress(one, 'https:') && new URL(one).href === `${new URL(one).origin}/`;
  if (given.every(isOrigin)) return given.map((one) => new URL(one).origin);
  throw new Refused('must be origins such as https://pictures.example, with commas between them');
};

function isPlainAddress(value: string, ...protocols: string[]): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && username === '' && password === '';
}

/** A key of at least so many bytes, in base64. */
export const key =
  (bytes: number): Kind<Buffer> =>
  (value) => {
    const decoded = Buffer.from(text(value), 'base64');
    if (decoded.length < bytes) throw new Refused(`must be at least ${bytes} bytes in base64`);
    return decoded;
  };

/** One plain address of email: nothing that a mail program reads as two. */
export const email = fitting('must be one plain email address', (value) =>
  /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/.test(value),
);

/** A program and its arguments, with spaces between them. */
export const command: Kind<string[] | undefined> = (value) => {
  const words = value.split(' ').filter(Boolean);
  if (words[0] === undefined) return undefined;
  if (!path.isAbsolute(words[0])) throw new Refused('must begin with the absolute path of a program');
  return words;
};
