import { DELETED_PLAYER } from '@fairmark/contract';

/** A minus sign, as wide as a plus. */
export const MINUS = '−';

const UNBREAKABLE = '\u00a0';

/** "Alex" for "Alex Tran"; a deleted player's placeholder stays whole. */
export function firstName(fullName: string): string {
  if (fullName === DELETED_PLAYER) return fullName;
  return fullName.trim().split(' ')[0] ?? fullName;
}

/** First names; the full ones of golfers who share theirs. */
export const shortNames = (fullNames: readonly string[]): string[] =>
  fullNames.map((fullName) => (sharesFirstName(fullName, fullNames) ? fullName : firstName(fullName)));

/** An answer in which golfers who share a first name have unbreakable names, so that {@link firstName} gives them whole. */
export function withDistinctNames<Answer>(answer: Answer, fullNames: readonly string[]): Answer {
  const shared = new Set(fullNames.filter((fullName) => sharesFirstName(fullName, fullNames)));
  if (shared.size === 0) return answer;
  const whole = (key: string, value: unknown): unknown =>
    key === 'fullName' && typeof value === 'string' && shared.has(value)
      ? value.trim().replace(/\s+/g, UNBREAKABLE)
      : value;
  return JSON.parse(JSON.stringify(answer), whole) as Answer;
}

const sharesFirstName = (fullName: string, others: readonly string[]): boolean =>
  others.some((other) => other !== fullName && firstName(other) === firstName(fullName));

/** A number with its sign: "+3", "0", "−2". */
export function signed(value: number): string {
  if (value === 0) return '0';
  return value > 0 ? `+${value}` : `${MINUS}${-value}`;
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

/** "Alex", "Alex and Ben", "Alex, Ben and Cat". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}

const ORDINALS = new Intl.PluralRules('en-AU', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "2nd", "11th". */
export function ordinal(rank: number): string {
  return `${rank}${ENDINGS[ORDINALS.select(rank)] ?? 'th'}`;
}
