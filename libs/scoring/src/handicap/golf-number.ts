/** A golf association number. Text, because leading zeros matter; personal, so never shown to other golfers. */
export interface GolfNumber {
  value: string;
  /** First five of ten digits: state, area and club in GOLF Link; null for shorter numbers. */
  clubKey: string | null;
}

const DIGITS = /^(?:[0-9]{7}|[0-9]{8}|[0-9]{10})$/;

/** Parses a golf number of exactly 7, 8 or 10 digits; null for other text. */
export function parseGolfNumber(value: string): GolfNumber | null {
  if (typeof value !== 'string' || !DIGITS.test(value)) return null;
  return { value, clubKey: value.length === 10 ? value.slice(0, 5) : null };
}
