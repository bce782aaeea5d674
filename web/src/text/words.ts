import { firstName, sharesFirstName, type PersonRef } from '@fairmark/contract';

/** A minus sign, as wide as a plus. */
export const MINUS = '−';

/** A number after a name that is written from right to left would move before it, to another name: a mark keeps it. */
const inLine = (name: string): string => (/[\u0590-\u08ff]/.test(name) ? `${name}\u200e` : name);

/** What a golfer of a match is called: "Alex", or "Alex Tran" if another one has the same first name. */
export const shortName = (person: PersonRef): string =>
  inLine(person.sharesFirstName === true ? person.fullName : firstName(person.fullName));

/** First names; the full ones of golfers who share theirs. */
export const shortNames = (fullNames: readonly string[]): string[] =>
  fullNames.map((fullName) => inLine(sharesFirstName(fullName, fullNames) ? fullName : firstName(fullName)));

/** "Alex", "Alex and Bindi"; full names of those who share a first name. */
export const namesOf = (people: readonly Pick<PersonRef, 'fullName'>[]): string =>
  listed(shortNames(people.map(({ fullName }) => fullName)));

/** A number with its sign and fixed decimals: "+3", "0", "−2"; "+0.85", "0.00". */
export function signed(value: number, digits = 0): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value > 0 ? `+${text}` : `${MINUS}${text}`;
}

const NUMBER = new Intl.NumberFormat('en-AU');

/** "12,400". */
export const numberWords = (value: number): string => NUMBER.format(value);

/** "1 event", "12,400 events". */
export const counted = (many: number, of: string): string => `${NUMBER.format(many)} ${of}${many === 1 ? '' : 's'}`;

/** Joins the non-empty words. */
export function joinWords(words: readonly string[], between = ' · '): string {
  return words.filter((word) => word !== '').join(between);
}

/** Capitalises the first letter, for sentences that start with "you" or "your". */
export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const LIST = new Intl.ListFormat('en-AU');

/** "Alex", "Alex and Ben", "Alex, Ben and Cat". */
export const listed = (words: readonly string[]): string => LIST.format(words);

const ORDINALS = new Intl.PluralRules('en-AU', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "2nd", "11th". */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}

/** Capital initials of the first and last name; one letter for a single name; `?` for none. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/).filter(Boolean);
  const [first, last] = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return [first, last].map((part) => Array.from(part ?? '')[0]?.toLocaleUpperCase('en-AU') ?? '').join('') || '?';
}
