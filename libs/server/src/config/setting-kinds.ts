import path from 'node:path';
import { isEmailAddress } from '@fairmark/contract';

/** Parses the text of a setting. @throws Refused */
export type Kind<Value> = (text: string) => Value;

/** Says what a value must be, as the end of a sentence that begins with the setting's name. Never holds the value. */
export class Refused extends Error {}

/** Accepts text that fits, otherwise refuses it with the sentence `must`. */
const fitting =
  (must: string, fits: (value: string) => boolean): Kind<string> =>
  (value) => {
    if (!fits(value)) throw new Refused(must);
    return value;
  };

export const text = fitting('is required', (value) => value !== '');

export const place: Kind<string> = (value) => path.resolve(value);

export const places: Kind<string[]> = (value) => value.split(path.delimiter).filter(Boolean).map(place);

export const timeOfDay = fitting('must be a time of day, such as 03:00', (value) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
);

export const number =
  (min: number, max: number, { whole = true } = {}): Kind<number> =>
  (value) => {
    // `Number` would turn spaces into zero.
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

/** An address with one of these protocols, spelled as in `URL`: `https:`. */
export const address = (...protocols: string[]): Kind<string> => {
  const must = `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`;
  const isOne = fitting(must, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
  return (value) => isOne(text(value));
};

/** The origin of this product's pages, which are at its root. */
export const ownAddress: Kind<string> = (value) => {
  const { origin, href } = new URL(address('http:', 'https:')(value));
  return fitting('must be an address without a path or query', () => href === `${origin}/`)(origin);
};

export const plainAddress = fitting(
  'must be an address that begins with http:// or https:// and holds no user or password',
  (value) => isPlainAddress(value, 'http:', 'https:'),
);

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

export const key =
  (bytes: number): Kind<Buffer> =>
  (value) => {
    const decoded = Buffer.from(text(value), 'base64');
    if (decoded.length < bytes) throw new Refused(`must be at least ${bytes} bytes in base64`);
    return decoded;
  };

/** An email address that an account may have; no mail program reads it as several. */
export const email = fitting('must be one plain email address', isEmailAddress);

/** The sender of mails. The mail server decides which domains it accepts, so those within a network are allowed. */
export const sender = fitting(
  'must be an address, or a name and an address such as Club <mail@club.example>',
  (value) => /^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/.test(value),
);

export const command: Kind<string[]> = (value) => {
  const words = value.split(' ').filter(Boolean);
  if (!path.isAbsolute(words[0] ?? '')) throw new Refused('must begin with the absolute path of a program');
  return words;
};
