/** A golf association number. Text, because leading zeros matter; personal, so never shown to other golfers. */
export interface GolfNumber {
  value: string;
  /** First five of ten digits: state, area and club of GOLF Link. Shorter numbers name no club. */
  clubKey: string | null;
}

const DIGITS = /^(?:[0-9]{7}|[0-9]{8}|[0-9]{10})$/;

/** The number, or null unless it is 7, 8 or 10 digits and nothing else. */
export function parseGolfNumber(value: string): GolfNumber | null {
  if (typeof value !== 'string' || !DIGITS.test(value)) return null;
  return { value, clubKey: value.length === 10 ? value.slice(0, 5) : null };
}
